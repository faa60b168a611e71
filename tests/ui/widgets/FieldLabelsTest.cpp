// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/UiTest.h"
#include "ui/panels/InstallDialog.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Layouts.h"

#include <QLabel>
#include <QLineEdit>

using namespace torchmason;

// The Alt keys of names lead into their fields.
class FieldLabelsTest : public QObject {
    Q_OBJECT

private:
    // Presses the Alt key of each name; answers the names of what has the keyboard then.
    static QStringList pressAll(QWidget& form)
    {
        form.show();
        form.activateWindow();
        if (!QTest::qWaitForWindowActive(&form))
            return { "the window is not active" };
        QStringList reached;
        for (const QLabel* name : form.findChildren<QLabel*>()) {
            const QKeySequence key = QKeySequence::mnemonic(name->text());
            if (!name->buddy() || key.isEmpty())
                continue;
            form.setFocus();
            QTest::keyClick(&form, Qt::Key(key[0].key()), Qt::AltModifier);
            const QWidget* focus = QApplication::focusWidget();
            reached << (focus ? focus->objectName() : QString());
        }
        return reached;
    }

private slots:
    void init() { m_home = freshHome(); }

    void ofAFolder()
    {
        QWidget form;
        auto* field = new FolderField("place", "Place", &form);
        form.setLayout(formRow("P&lace", field));
        QCOMPARE(pressAll(form), QStringList { "place" });
    }

    void ofTheInstallation()
    {
        InstallDialog dialog("torch-2.7.1-cp311-cp311-linux_x86_64.whl");
        QStringList reached = pressAll(dialog);
        reached.sort();
        QCOMPARE(reached, (QStringList { "installEnvironment", "installWheels" }));
    }

    // What is taken while they are empty differs in its end.
    void foldersAreToldApart()
    {
        FolderField field("place", "Place");
        auto* edit = field.findChild<QLineEdit*>("place");
        const QString folder = "/srv/" + QString("very-long/").repeated(10);
        const QString path = folder + "build";
        field.setPlaceholder(path);
        field.resize(30 * field.fontMetrics().averageCharWidth(), field.sizeHint().height());
        field.show();
        QTRY_VERIFY2(edit->placeholderText().endsWith("build"), qPrintable(edit->placeholderText()));
        QVERIFY(edit->fontMetrics().horizontalAdvance(edit->placeholderText()) < edit->width());
        field.setPlaceholder(folder + "source");
        QVERIFY2(edit->placeholderText().endsWith("source"), qPrintable(edit->placeholderText()));
        QCOMPARE_LT(edit->placeholderText().size(), path.size());
        field.resize(2 * field.fontMetrics().horizontalAdvance(path), field.height());
        QTRY_COMPARE(edit->placeholderText(), folder + "source");
    }

    void aSentenceKeepsItsBeginning()
    {
        FolderField field("place", "Place");
        const auto* edit = field.findChild<QLineEdit*>("place");
        const QString sentence = "the network, as pip is set up, and then the folder of the build";
        field.setPlaceholder(sentence);
        field.resize(30 * field.fontMetrics().averageCharWidth(), field.sizeHint().height());
        field.show();
        QTRY_VERIFY(edit->placeholderText().endsWith(u'…'));
        QVERIFY2(
            sentence.startsWith(edit->placeholderText().chopped(1)), qPrintable(edit->placeholderText()));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(FieldLabelsTest)
#include "FieldLabelsTest.moc"
