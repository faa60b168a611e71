// SPDX-License-Identifier: GPL-3.0-or-later
// Qt starts a program by a child that shares our memory and has a stack of 4 KB, taken out of a function of
// Qt's. What is beyond it is that function's handle of the child; once it is overwritten, nobody hears of the
// child's end.
#include "core/redact/NeedleSet.h"
#include "tests/core/process/WatchedRunner.h"

#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <dlfcn.h>
#include <sched.h>

using namespace torchmason;

namespace {

constexpr unsigned char untouched = 0xA5;
alignas(64) std::array<unsigned char, 1 << 18> roomyStack;
qsizetype deepest = 0; // bytes of it that a child has used

}

// Qt calls this one, because the program's own functions come before those of libraries.
extern "C" int clone(int (*child)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    using Clone = int(int (*)(void*), void*, int, void*, ...);
    static auto* const real = reinterpret_cast<Clone*>(dlsym(RTLD_NEXT, "clone"));
    va_list more;
    va_start(more, argument);
    auto* const handle = va_arg(more, pid_t*);
    va_end(more);
    const bool isMeasured = (flags & CLONE_VM) != 0 && (flags & CLONE_VFORK) != 0;
    if (!isMeasured)
        return real(child, stack, flags, argument, handle);
    roomyStack.fill(untouched);
    const int pid = real(child, roomyStack.data() + roomyStack.size(), flags, argument, handle);
    const auto used = std::find_if(
        roomyStack.begin(), roomyStack.end(), [](unsigned char byte) { return byte != untouched; });
    deepest = std::max(deepest, qsizetype(roomyStack.end() - used));
    return pid;
}

class ChildStackTest : public QObject {
    Q_OBJECT

private slots:
    void halfOfItIsEnough();
};

// The first start counts: functions that were not looked up before would be looked up on that stack.
void ChildStackTest::halfOfItIsEnough()
{
    QTemporaryDir folder;
    ProcessStart start;
    start.program = QStringLiteral(SCRIPTED_CHILD);
    start.arguments = QStringList { "print", "one" };
    start.mark = "TORCHMASON_TEST=stack";
    start.logFile = folder.filePath(QStringLiteral("a.log"));
    start.secrets = std::make_shared<const NeedleSet>(QVector<QByteArray> { "a secret" });
    WatchedRunner run;
    run.runner.start(start);
    QVERIFY(run.wait());
    QVERIFY2(run.end.started, qPrintable(run.end.error));
    if (deepest == 0)
        QSKIP("This Qt starts programs by a copy of the process.");
    qInfo("a child used %d bytes of its stack", int(deepest));
    QVERIFY2(deepest < 2048, qPrintable(QString::number(deepest)));
}

QTEST_GUILESS_MAIN(ChildStackTest)
#include "ChildStackTest.moc"
