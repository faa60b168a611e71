// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionValue.h"
#include "tests/support/Rows.h"
#include "tests/ui/pages/FlagModelHarness.h"
#include "ui/text/FlagText.h"
#include "ui/widgets/FlagDelegate.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSpinBox>

using namespace torchmason;

// The list of flags: one row for each name, and what editing a value does.
class FlagModelTest : public QObject, private FlagModelHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void aNameHasOneRow_data();
    void aNameHasOneRow();
    void editsGoWhereTheValueStands();
    void aVariableBesideAnEntryIsSaid();
    void noEditorOpensWithProse();
    void switchesOfTheEnvironmentAreNumbers();
    void emptyingTakesBack();
    void theProfilesOwnValueIsFilledIn();
    void whatTheProfileSaysCanBeLeftOut();
    void tipsHoldWhatMayBeCut();
    void whatDoesNotApplyIsNotOn();
};

void FlagModelTest::aNameHasOneRow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isVariable");
    newRow("an option of the environment, as an entry", "CUDA_HOME", "/opt/cuda", false);
    newRow("an option of both, as a variable", "USE_KINETO", "0", true);
    newRow("an option as the tree reads it", "CMAKE_BUILD_TYPE", "Release", false);
    newRow("not set, read from the environment", "MAX_JOBS", "", true);
}

void FlagModelTest::aNameHasOneRow()
{
    QFETCH(QString, name);
    QCOMPARE(rowsNamed(name), 1);
    const FlagRow& only = row(qPrintable(name));
    QVERIFY(only.option);
    QTEST(m_model->valueOf(only), "value");
    QTEST(m_model->standsInEnvironment(only), "isVariable");
    QFETCH(QString, value);
    QVERIFY((m_model->originOf(only) == ValueOrigin::Profile) == !value.isEmpty());
}

void FlagModelTest::editsGoWhereTheValueStands()
{
    QVERIFY(m_model->setData(value("CUDA_HOME"), "/opt/other", Qt::EditRole));
    QCOMPARE(asked().flagValue("CUDA_HOME"), "/opt/other");
    QVERIFY(!environmentIn(asked(), "CUDA_HOME"));
    QVERIFY(m_model->setData(value("USE_KINETO"), int(Qt::Checked), Qt::CheckStateRole));
    QVERIFY(!asked().flag("USE_KINETO"));
    QVERIFY(isCMakeTrue(environmentIn(asked(), "USE_KINETO")->value.value()));
    m_model->reset(value("USE_KINETO"));
    QCOMPARE(m_model->valueOf(row("USE_KINETO")), "0");
    QVERIFY(m_draft->edits().configuration.environment.isEmpty());
}

void FlagModelTest::aVariableBesideAnEntryIsSaid()
{
    m_draft->setEnvironment("CMAKE_BUILD_TYPE", "Debug");
    QCOMPARE(rowsNamed("CMAKE_BUILD_TYPE"), 2); // one to take back
    QCOMPARE(m_model->valueOf(row("CMAKE_BUILD_TYPE")), "Release");
    QCOMPARE(m_model->secondValueOf(row("CMAKE_BUILD_TYPE")), "Debug");
    const auto problems = m_draft->problems();
    QVERIFY(std::any_of(problems.begin(), problems.end(),
        [](const CheckRow& problem) { return problem.id == "name-set-twice"; }));
    // The variable's own row names the entry's value, and says which of them the build gets.
    const FlagRow variable { "CMAKE_BUILD_TYPE", nullptr, true };
    QCOMPARE(m_model->secondValueOf(variable), "Release");
    QCOMPARE(noteOf(variable), "set twice: the CMake entry counts");
    m_draft->setEnvironment("OWN_ENTRY", "mine");
    QCOMPARE(noteOf(row("OWN_ENTRY")), "set twice"); // nobody knows who reads it
    m_draft->resetEnvironment("OWN_ENTRY");
    m_draft->setEnvironment("CMAKE_BUILD_TYPE", "Release");
    QVERIFY(m_model->secondValueOf(variable).isEmpty());
    const auto none = m_draft->problems();
    QVERIFY(std::none_of(
        none.begin(), none.end(), [](const CheckRow& problem) { return problem.id == "name-set-twice"; }));
}

void FlagModelTest::noEditorOpensWithProse()
{
    FlagDelegate delegate;
    QWidget parent;
    int opened = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex at = m_model->index(group, 0);
        for (int i = 0; i < m_model->rowCount(at); ++i) {
            const QModelIndex cell = m_model->index(i, FlagModel::ValueColumn, at);
            const FlagRow& flag = *m_model->row(cell);
            if (!flag.option || isSwitch(flag.option))
                continue;
            std::unique_ptr<QWidget> editor(delegate.createEditor(&parent, {}, cell));
            delegate.setEditorData(editor.get(), cell);
            if (auto* line = qobject_cast<QLineEdit*>(editor.get())) {
                const bool isPath = line->text().contains(u'/') || line->text().contains(u'\\');
                QVERIFY2(isPath || !line->text().contains(u' '), qPrintable(flag.name));
                QCOMPARE(line->text(), m_model->valueOf(flag));
            }
            // Looking at it changes nothing.
            delegate.setModelData(editor.get(), m_model.get(), cell);
            ++opened;
        }
    }
    QVERIFY(opened > 60);
    QVERIFY(m_draft->edits().isEmpty());
    std::unique_ptr<QWidget> jobs(delegate.createEditor(&parent, {}, value("MAX_JOBS")));
    QVERIFY(qobject_cast<QSpinBox*>(jobs.get()));
}

void FlagModelTest::switchesOfTheEnvironmentAreNumbers()
{
    QVERIFY(m_model->setData(value("DEBUG"), int(Qt::Checked), Qt::CheckStateRole));
    QCOMPARE(environmentIn(asked(), "DEBUG")->value.value(), "1");
}

void FlagModelTest::emptyingTakesBack()
{
    QVERIFY(m_model->setData(value("CXXFLAGS"), "-O1", Qt::EditRole));
    QVERIFY(m_model->setData(value("CXXFLAGS"), QString(), Qt::EditRole));
    QVERIFY(m_draft->edits().isEmpty());
    // What the profile says can be emptied, which is another thing.
    QVERIFY(m_model->setData(value("CUDA_HOME"), QString(), Qt::EditRole));
    QVERIFY(m_draft->edits().configuration.flag("CUDA_HOME"));
}

void FlagModelTest::theProfilesOwnValueIsFilledIn()
{
    const QString own = m_model->profileValueOf(row("OWN_ENTRY"));
    QVERIFY2(own.endsWith("/own") && !own.contains(u'$'), qPrintable(own));
    QVERIFY(m_model->setData(value("OWN_ENTRY"), "x", Qt::EditRole));
    QVERIFY(m_model->setData(value("OWN_ENTRY"), own, Qt::EditRole));
    QVERIFY(m_draft->edits().isEmpty());
}

void FlagModelTest::whatTheProfileSaysCanBeLeftOut()
{
    QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(!m_model->canRemove(row("USE_CUDA")));
    m_model->remove(value("OWN_ENTRY"));
    QVERIFY(!asked().flag("OWN_ENTRY"));
    QCOMPARE(asked().unsetFlags, QStringList { "OWN_ENTRY" });
    QVERIFY(m_model->isRemoved(row("OWN_ENTRY"))); // still there to be taken back
    QVERIFY(m_model->originOf(row("OWN_ENTRY")) == ValueOrigin::User);
    m_model->reset(value("OWN_ENTRY"));
    QVERIFY(asked().flag("OWN_ENTRY"));
    m_model->remove(value("USE_KINETO"));
    QVERIFY(!environmentIn(asked(), "USE_KINETO")->value);
    m_draft->undoStack().undo();
    QCOMPARE(m_model->valueOf(row("USE_KINETO")), "0");
}

void FlagModelTest::tipsHoldWhatMayBeCut()
{
    m_draft->setFlag("USE_DISTRIBUTED", "OFF"); // locks others
    int cells = 0;
    const auto inOne = [](QString lines) { return lines.remove(u'\n').remove(u' '); };
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int i = 0; i < m_model->rowCount(parent); ++i) {
            for (int column = 0; column < FlagModel::StarColumn; ++column) {
                const QModelIndex cell = m_model->index(i, column, parent);
                const QString tip = cell.data(Qt::ToolTipRole).toString();
                QVERIFY2(inOne(tip).contains(inOne(cell.data().toString())), qPrintable(tip));
                cells += cell.data().toString().isEmpty() ? 0 : 1;
            }
        }
    }
    QVERIFY(cells > 500);
}

void FlagModelTest::whatDoesNotApplyIsNotOn()
{
    const auto isChecked
        = [this](const char* name) { return value(name).data(Qt::CheckStateRole).toInt() == Qt::Checked; };
    m_draft->setFlag("USE_CUDA", "OFF");
    m_draft->setFlag("USE_ROCM", "OFF");
    for (const char* name : { "USE_CUDNN", "USE_MAGMA" }) {
        QVERIFY2(!isChecked(name), name);
        QCOMPARE(value(name).data().toString(), "OFF");
        const QString tip = value(name).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("USE_CUDA"), qPrintable(tip));
        QCOMPARE(m_model->originTextOf(row(name)), "dependency"); // not the default, which may be ON
    }
    m_draft->setFlag("USE_CUDA", "ON");
    QVERIFY(isChecked("USE_CUDNN"));
    QCOMPARE(value("USE_CUDNN").data().toString(), "ON");
    QCOMPARE(m_model->originTextOf(row("USE_CUDNN")), "default");
    if (hostPlatform() == Platform::Windows)
        return;
    // An option of another system is no switch at all.
    for (const char* name : { "MSVC_Z7_OVERRIDE", "DISTUTILS_USE_SDK" }) {
        QVERIFY2(!value(name).data(Qt::CheckStateRole).isValid(), name);
        QCOMPARE(value(name).data().toString(), "does not apply");
    }
}

QTEST_MAIN(FlagModelTest)
#include "FlagModelTest.moc"
