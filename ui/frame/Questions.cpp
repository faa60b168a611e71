// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Questions.h"

#include "ui/widgets/Labels.h"

#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTextEdit>

namespace torchmason {

namespace {

constexpr qsizetype mostLines = 8; // more would push the buttons off a small screen; the details scroll

class Questions {
    Q_DECLARE_TR_FUNCTIONS(Questions)
};

// A message box whose buttons are named for tests; Escape presses Cancel. All it says is one text: a further
// one would be wrapped to the width of the first.
class Question : public QMessageBox {
public:
    Question(Icon icon, const QString& name, const QString& title, const QString& text, QWidget* parent)
        : QMessageBox(icon, title, text, NoButton, parent)
        , m_name(name)
    {
        setObjectName(name + QStringLiteral("Question"));
        setTextFormat(Qt::PlainText);
    }

    QPushButton* add(const char* answer, const QString& text, ButtonRole role)
    {
        QPushButton* button = addButton(text, role);
        button->setObjectName(m_name + QLatin1String(answer));
        return button;
    }

    // The button that was pressed. By default `usual` is, or Cancel where it is null.
    QAbstractButton* ask(QPushButton* usual)
    {
        QPushButton* cancel = addButton(Cancel);
        cancel->setObjectName(m_name + QStringLiteral("Cancel"));
        setDefaultButton(usual ? usual : cancel);
        setEscapeButton(cancel);
        exec();
        return clickedButton();
    }

private:
    QString m_name;
};

QString listOf(const QStringList& blockers)
{
    return bulletTable(blockers.mid(0, mostLines), QGuiApplication::layoutDirection(),
        blockers.size() > mostLines ? Questions::tr("and %n more", nullptr, int(blockers.size() - mostLines))
                                    : QString());
}

// "CUDA toolkit: 11.4.152 (needs 12.8 or newer)".
QString blockerText(const CheckRow& row)
{
    const QString text = row.found.isEmpty() ? row.title : QStringLiteral("%1: %2").arg(row.title, row.found);
    return row.need.isEmpty() || row.found.contains(row.need)
        ? text
        : Questions::tr("%1 (needs %2)").arg(text, row.need);
}

}

CloseAnswer askBeforeClosing(QWidget* parent, const CloseMatter& matter)
{
    const bool waits = matter.waits;
    const QString state = waits ? Questions::tr("\"%1\" waits for another build to end.")
                                : Questions::tr("\"%1\" is still building.");
    const QString without = waits
        ? Questions::tr("Then it starts on its own, also without this window. It is shown again when "
                        "Torchmason is opened next time.")
        : Questions::tr(
            "It can go on without this window. It is shown again when Torchmason is opened next time.");
    Question box(QMessageBox::Question, QStringLiteral("close"),
        waits ? Questions::tr("A build is waiting") : Questions::tr("A build is running"),
        state.arg(matter.build) + QStringLiteral("\n\n") + without, parent);
    QPushButton* keep = box.add("Keep",
        waits ? Questions::tr("Close and keep waiting") : Questions::tr("Close and keep building"),
        QMessageBox::AcceptRole);
    QPushButton* stop = box.add("Stop",
        waits ? Questions::tr("Leave the queue and close") : Questions::tr("Stop build and close"),
        QMessageBox::DestructiveRole);
    const QAbstractButton* pressed = box.ask(keep);
    return pressed == keep ? CloseAnswer::KeepBuilding
        : pressed == stop  ? CloseAnswer::StopBuild
                           : CloseAnswer::Cancel;
}

QueueAnswer askWhetherToWait(QWidget* parent, const QueueMatter& matter)
{
    const QString reason = matter.sameFolder
        ? Questions::tr("Both use the same build folder, so the new one has to wait. It starts on its own.")
        : Questions::tr(
            "Two builds at once share memory and processors; most machines have too little "
            "memory for that. If the new build waits, it starts on its own, even if this window is closed.");
    Question box(QMessageBox::Question, QStringLiteral("queue"), Questions::tr("Another build is running"),
        Questions::tr("\"%1\" is still building.").arg(matter.running) + QStringLiteral("\n\n") + reason,
        parent);
    QPushButton* wait
        = box.add("Wait", Questions::tr("Start when the other has ended"), QMessageBox::AcceptRole);
    QPushButton* now = matter.sameFolder
        ? nullptr
        : box.add("Now", Questions::tr("Start now as well"), QMessageBox::DestructiveRole);
    const QAbstractButton* pressed = box.ask(wait);
    return pressed == wait      ? QueueAnswer::Wait
        : now && pressed == now ? QueueAnswer::Now
                                : QueueAnswer::Cancel;
}

QStringList blockersOf(const QVector<CheckRow>& rows)
{
    QStringList blockers;
    for (const CheckRow& row : rows) {
        if (row.state == CheckState::Fail)
            blockers << blockerText(row);
    }
    return blockers;
}

bool askWhetherToBuildAnyway(QWidget* parent, const QStringList& blockers)
{
    const QString headline = Questions::tr(
        "%1. This build is expected to fail.", "2 things to fix. This build is expected to fail.")
                                 .arg(countsText({ .failures = int(blockers.size()) }));
    Question box(QMessageBox::Warning, QStringLiteral("blocker"), Questions::tr("Build anyway"),
        headline.toHtmlEscaped() + QStringLiteral("<br>") + listOf(blockers), parent);
    box.setTextFormat(Qt::RichText);
    if (blockers.size() > mostLines) {
        box.setDetailedText(blockers.join(u'\n'));
        for (QTextEdit* details : box.findChildren<QTextEdit*>())
            details->setAccessibleName(Questions::tr("All that is to fix"));
    }
    QPushButton* build = box.add("Build", Questions::tr("Build anyway"), QMessageBox::AcceptRole);
    return box.ask(nullptr) == build;
}

bool askForDefaults(QWidget* parent, const QStringList& settings)
{
    Question box(QMessageBox::Question, QStringLiteral("defaults"), Questions::tr("Back to the defaults"),
        Questions::tr("These settings go back to their defaults. Folders stay as they are.").toHtmlEscaped()
            + QStringLiteral("<br>") + listOf(settings),
        parent);
    box.setTextFormat(Qt::RichText);
    QPushButton* take = box.add("Take", Questions::tr("Back to the defaults"), QMessageBox::AcceptRole);
    return box.ask(nullptr) == take;
}

}
