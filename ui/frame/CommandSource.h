// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"
#include "ui/frame/PaletteEntry.h"

#include <QObject>
#include <QPointer>
#include <QVector>

#include <functional>
#include <optional>
#include <utility>

class QMainWindow;
class QAction;
class QMenu;

namespace torchmason {

class BuildDraft;
struct OptionInfo;

// Of an action: more words by which the palette finds it.
constexpr auto moreWordsProperty = "moreWords";
// Of an action: it only goes to a page of the window, whose name may be that of something else as well.
constexpr auto isPlaceProperty = "isPlace";

// All that the command palette offers. Actions are read from the menus of the window, and the menus and
// buttons of the page that is shown, so that a new one is here by being there; settings and their values from
// the labels and boxes of their page; profiles and flags from the draft and the catalogue of options.
// Attempts are handed in, because reading them waits for a disk.
class CommandSource : public QObject {
    Q_OBJECT

public:
    CommandSource(QMainWindow& window, const BuildDraft& draft);

    // Reads what can be done now; `page`: what is shown, `settings`: the page of settings.
    void collect(QWidget* page, QWidget* settings);
    // What is offered wherever the user is, and the words by which it is found as well.
    void addAlways(
        const PaletteEntry& command, const QString& more, const std::function<bool()>& isOffered = {});
    void setAttempts(const QVector<AttemptSummary>& attempts);
    // The best answers first; without a text what the page offers, then the other actions in their order.
    QVector<PaletteEntry> answers(const QString& typed, int most);

signals:
    void attemptWanted(const QString& folder);
    void profileWanted(const QString& id);
    void settingWanted(QWidget* field);
    // Shown where there is no value; else set and shown.
    void flagWanted(const QString& name, const std::optional<QString>& value);

private:
    void add(PaletteEntry command, const QString& more = {});
    void addMenu(const QMenu& menu, const QString& place, const QString& before);
    void addPage(const QWidget& page);
    void addAction(QAction* action, PaletteEntry command, const QString& more);
    void addKeys(const QWidget& page);
    void addButtons(const QWidget& page);
    void addExpanders(const QWidget& page);
    void addChoices(const QWidget& page, const QString& place);
    bool isTaken(const QString& title) const;
    bool isOffered(const QString& title) const;
    void addSettings(const QWidget& page);
    void addProfiles();
    void addFlags();
    bool canBeSet(const OptionInfo& option) const;
    QVector<PaletteEntry> settingsOfFlags(const QString& typed);
    PaletteEntry flagEntry(const QString& name);
    PaletteEntry settingOfFlag(const QString& name, const QString& value);
    QString placeOfFlag(const QString& flag) const;

    QMainWindow& m_window;
    const BuildDraft& m_draft;
    struct Fixed {
        PaletteEntry command;
        QString more;
        std::function<bool()> isOffered; // empty: always
    };
    QVector<Fixed> m_fixed;
    QVector<PaletteEntry> m_commands;
    QVector<PaletteEntry> m_attempts;
};

}
