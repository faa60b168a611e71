// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/SourceRows.h"

#include "core/patch/Replacement.h"
#include "core/profile/ProfileCatalogue.h"

#include <QTest>

using namespace torchmason;

class FlatbuffersRowsTest : public QObject {
    Q_OBJECT

private slots:
    void versionsAreRead();
    void theProfileAsksForAnyOfThatYear();
};

namespace {

// As it stands in PyTorch 2.6.0.
const QByteArray generated = "#include \"flatbuffers/flatbuffers.h\"\n"
                             "\n"
                             "static_assert(FLATBUFFERS_VERSION_MAJOR == 23 &&\n"
                             "              FLATBUFFERS_VERSION_MINOR == 3 &&\n"
                             "              FLATBUFFERS_VERSION_REVISION == 3,\n"
                             "             \"Non-compatible flatbuffers version included\");\n";

}

void FlatbuffersRowsTest::versionsAreRead()
{
    QCOMPARE(askedFlatbuffers(generated, false), QStringLiteral("23.3.3"));
    QCOMPARE(askedFlatbuffers(generated, true), QStringLiteral("23"));
    QCOMPARE(askedFlatbuffers("int main() { }", false), QString());
    QCOMPARE(installedFlatbuffers("#define FLATBUFFERS_VERSION_MAJOR 23\n"
                                  "#define FLATBUFFERS_VERSION_MINOR 5\n"
                                  "#define FLATBUFFERS_VERSION_REVISION 26\n"),
        QStringLiteral("23.5.26"));
}

void FlatbuffersRowsTest::theProfileAsksForAnyOfThatYear()
{
    const ProfileCatalogue catalogue { shippedProfiles(), {} };
    const Profile* profile = catalogue.profile(QStringLiteral("debian-source"));
    QVERIFY(profile);
    QByteArray text = generated;
    for (const SourcePatch& patch : profile->patches) {
        if (!patch.file.endsWith(QStringLiteral("mobile_bytecode_generated.h")))
            continue;
        const auto made = replaceOnce(text, patch.find.toUtf8(), patch.replace.toUtf8());
        QVERIFY(made.ok());
        text = made->text;
    }
    QCOMPARE(askedFlatbuffers(text, false), QStringLiteral("23"));
    QVERIFY(text.contains("static_assert(FLATBUFFERS_VERSION_MAJOR == 23,\n"));
}

QTEST_GUILESS_MAIN(FlatbuffersRowsTest)
#include "FlatbuffersRowsTest.moc"
