// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Rows.h"
#include "tests/ui/support/WizardHarness.h"

#include <QLabel>
#include <QScrollArea>

using namespace torchmason;

// The explanation beside the list of flags.
class FlagDetailTest : public QObject, private WizardHarness {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_wizard->resize(1200, 800);
        openFlags();
    }
    void cleanup() { tearDown(); }
    void nothingIsCut_data();
    void nothingIsCut();

private:
    // The first text that has less room than it needs, or stands in another one.
    QString cutText()
    {
        const QWidget* detail = find<QScrollArea>("flagDetailScroll")->widget();
        QRect before;
        for (const QLabel* label : detail->findChildren<QLabel*>(Qt::FindDirectChildrenOnly)) {
            if (label->isHidden())
                continue;
            const int needed
                = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
            if (label->height() < needed || label->geometry().intersects(before)
                || !detail->rect().contains(label->geometry()))
                return label->text();
            before = label->geometry();
        }
        return {};
    }
};

void FlagDetailTest::nothingIsCut_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : { "DEBUG", "USE_DISTRIBUTED", "USE_CUDA", "TORCH_CUDA_ARCH_LIST", "MAX_JOBS" })
        newRow(name, name);
}

void FlagDetailTest::nothingIsCut()
{
    QFETCH(QString, name);
    type("flagSearch", name);
    QCOMPARE(find<QLabel>("flagName")->text(), name);
    QTRY_COMPARE(cutText(), QString());
    m_wizard->resize(1024, 700);
    QTRY_COMPARE(cutText(), QString());
}

QTEST_MAIN(FlagDetailTest)
#include "FlagDetailTest.moc"
