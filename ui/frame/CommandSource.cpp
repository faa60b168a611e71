// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/CommandSource.h"

#include "core/base/ControlCharacters.h"
#include "core/base/Core.h"
#include "core/base/SentencePart.h"
#include "core/knowledge/OptionCatalogue.h"
#include "ui/frame/CommandQuery.h"
#include "ui/models/BuildDraft.h"
#include "ui/text/FlagText.h"
#include "ui/text/ProfileText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/KeyOnly.h"
#include "ui/widgets/SpokenRole.h"
#include "ui/widgets/StateMark.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace torchmason {

namespace {

// Names of others stay one line, and turn nothing that stands behind them.
QString shown(const QString& text)
{
    return inOneLine(withoutControls(text));
}

QString plainTitle(QString text)
{
    text.replace(QStringLiteral("&&"), QStringLiteral("\1")).remove(u'&').replace(u'\1', u'&');
    return text;
}

constexpr int first = -1; // a rank before all others
constexpr qsizetype longest = std::numeric_limits<qsizetype>::max();

// A rank, and where that is equal what can be done before what can be looked at ("tour" means the tour and
// not its flags), then the length of a name: "mkldnn" rather means USE_MKLDNN than MKLDNN_CPU_RUNTIME.
// Attempts stay in their order, the newest first, after all that has another name.
using Place = std::tuple<int, bool, qsizetype>;

template <typename T> void sortByPlace(QVector<std::pair<Place, T>>& ranked)
{
    std::stable_sort(ranked.begin(), ranked.end(),
        [](const auto& left, const auto& right) { return left.first < right.first; });
}

// Values that are offered after the name of a flag.
QStringList valuesOf(const OptionInfo& option)
{
    return isSwitch(&option) ? QStringList { QStringLiteral("ON"), QStringLiteral("OFF") } : option.choices;
}

}

CommandSource::CommandSource(QMainWindow& window, const BuildDraft& draft)
    : QObject(&window)
    , m_window(window)
    , m_draft(draft)
{
}

void CommandSource::collect(QWidget* page, QWidget* settings)
{
    m_commands.clear();
    for (const QAction* top : m_window.menuBar()->actions()) {
        if (top->menu())
            addMenu(*top->menu(), plainTitle(top->text()), {});
    }
    const qsizetype ofMenus = m_commands.size();
    addPage(*page);
    std::for_each(
        m_commands.begin() + ofMenus, m_commands.end(), [](PaletteEntry& command) { command.order = 0; });
    for (const Fixed& fixed : std::as_const(m_fixed)) {
        if ((!fixed.isOffered || fixed.isOffered()) && !isOffered(fixed.command.title))
            add(fixed.command, fixed.more);
    }
    for (PaletteEntry& command : m_commands)
        command.isAct = true;
    addChoices(*page, tr("This page"));
    addSettings(*settings);
    addChoices(*settings, tr("Setting"));
    addProfiles();
    addFlags();
}

void CommandSource::addAlways(
    const PaletteEntry& command, const QString& more, const std::function<bool()>& isOffered)
{
    m_fixed.append({ command, more, isOffered });
}

void CommandSource::add(PaletteEntry command, const QString& more)
{
    command.titleWords = wordsOf(command.title);
    command.moreWords = wordsOf(command.place + u' ' + command.keys + u' ' + more);
    m_commands << std::move(command);
}

// It may be gone when it is chosen. What it quotes is found behind what has that name: "USE_CUDA" means the
// flag and not the undoing of its last change.
void CommandSource::addAction(QAction* action, PaletteEntry command, const QString& more)
{
    command.run = [action = QPointer<QAction>(action)] {
        if (action)
            action->trigger();
    };
    const QString title = command.title;
    add(std::move(command), more + u' ' + title.section(u'"', 1));
    m_commands.last().titleWords = wordsOf(title.section(u'"', 0, 0));
}

void CommandSource::addMenu(const QMenu& menu, const QString& place, const QString& before)
{
    for (QAction* action : menu.actions()) {
        const QString title = before + plainTitle(action->text().section(u'\t', 0, 0));
        const QString keys = action->shortcut().isEmpty()
            ? action->text().section(u'\t', 1)
            : action->shortcut().toString(QKeySequence::NativeText);
        if (action->menu()) {
            addMenu(*action->menu(), place, title + QStringLiteral(": "));
            continue;
        }
        if (action->objectName() == QLatin1String("actionPalette"))
            continue; // it is open
        if (action->isSeparator() || !action->isEnabled() || !action->isVisible() || title.isEmpty())
            continue;
        const int order = action->objectName() == QLatin1String("actionQuit") ? 2 : 1;
        addAction(action,
            { title, place, keys, action->icon(), {}, {}, {}, order,
                action->property(isPlaceProperty).toBool() },
            action->property(moreWordsProperty).toString());
    }
}

void CommandSource::addPage(const QWidget& page)
{
    for (const QMenu* menu : page.findChildren<QMenu*>()) {
        const QWidget* button = menu->parentWidget();
        if (button && button->isVisible() && button->isEnabled())
            addMenu(*menu, tr("This page"),
                menu->title().isEmpty() ? QString() : plainTitle(menu->title()) + QStringLiteral(": "));
    }
    addKeys(page);
    addButtons(page);
    addExpanders(page);
}

// What a menu or the page offers in the same words is the same, unless it is a place there, as Build is.
bool CommandSource::isOffered(const QString& title) const
{
    return std::any_of(m_commands.cbegin(), m_commands.cend(),
        [&title](const PaletteEntry& command) { return command.title == title && !command.isPlace; });
}

bool CommandSource::isTaken(const QString& title) const
{
    return std::any_of(m_commands.cbegin(), m_commands.cend(),
        [&title](const PaletteEntry& command) { return command.title == title; });
}

// What has a key on this page and no button, as going to a line of a log.
void CommandSource::addKeys(const QWidget& page)
{
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        for (QAction* action : widget->isVisible() ? widget->actions() : QList<QAction*>()) {
            const QString title = plainTitle(action->text());
            const bool isKey = !action->shortcut().isEmpty() && action->isEnabled() && !title.isEmpty()
                && !action->property(keyOnlyProperty).toBool();
            if (isKey && !isOffered(title))
                addAction(action,
                    { title, tr("This page"), action->shortcut().toString(QKeySequence::NativeText),
                        action->icon(), {}, {}, {} },
                    action->toolTip());
        }
    }
}

// Of those with the same words none is: nobody could tell which one is meant.
void CommandSource::addButtons(const QWidget& page)
{
    QMap<QString, QVector<QPushButton*>> byTitle;
    for (QPushButton* button : page.findChildren<QPushButton*>()) {
        const QString title = plainTitle(button->text());
        if (button->isVisibleTo(&page) && button->isEnabled() && !button->menu() && !title.isEmpty())
            byTitle[title] << button;
    }
    for (auto same = byTitle.cbegin(); same != byTitle.cend(); ++same) {
        QPushButton* button = same->first();
        if (same->size() > 1 || isOffered(same.key()))
            continue;
        const QString spoken = button->accessibleName(); // "CUDA toolkit: Choose..."
        const bool saysMore = spoken.endsWith(QStringLiteral(": ") + same.key())
            || (!spoken.isEmpty() && isTaken(same.key())); // "Back to the history"
        add({ saysMore ? spoken : same.key(), tr("This page"),
                button->shortcut().toString(QKeySequence::NativeText), button->icon(), {}, {},
                [button = QPointer<QPushButton>(button)] {
                    if (button)
                        button->click();
                } },
            button->toolTip());
    }
}

void CommandSource::addExpanders(const QWidget& page)
{
    for (QToolButton* button : page.findChildren<QToolButton*>()) {
        const auto isOpen = expandedState(*button);
        if (!isOpen || button->text().isEmpty() || !button->isVisibleTo(&page) || !button->isEnabled())
            continue;
        const QString title
            = (*isOpen ? tr("Hide \"%1\"") : tr("Show \"%1\"")).arg(plainTitle(button->text()));
        add({ title, tr("This page"), {}, button->icon(), {}, {},
                [button = QPointer<QToolButton>(button)] {
                    if (button)
                        button->click();
                } },
            button->toolTip());
    }
}

// "Which flags to show: All". Where nothing is typed they come last: there are many. They are found behind
// what they name: "Compare with: Tour" behind the profile. What is set on another page is shown there.
void CommandSource::addChoices(const QWidget& page, const QString& place)
{
    for (QComboBox* box : page.findChildren<QComboBox*>()) {
        const QString name = box->accessibleName();
        const bool isUsable = box->isVisibleTo(&page) && box->isEnabled() && !box->isEditable();
        for (int i = 0; isUsable && !name.isEmpty() && i < box->count(); ++i) {
            const QString choice = box->itemText(i);
            const QString title = name + QStringLiteral(": ") + shown(choice);
            const bool isOffered = box->model()->flags(box->model()->index(i, 0)) & Qt::ItemIsEnabled;
            if (!isOffered || i == box->currentIndex() || choice.isEmpty() || isTaken(title))
                continue;
            add({ title, place, {}, box->itemIcon(i), {}, {},
                [this, box = QPointer<QComboBox>(box), i, choice] {
                    if (!box || box->itemText(i) != choice)
                        return;
                    if (!box->isVisible())
                        emit settingWanted(box);
                    box->setCurrentIndex(i);
                    emit box->activated(i);
                },
                2 });
        }
    }
}

void CommandSource::addSettings(const QWidget& page)
{
    for (const QFormLayout* form : page.findChildren<QFormLayout*>()) {
        for (int row = 0; row < form->rowCount(); ++row) {
            const QLayoutItem* label = form->itemAt(row, QFormLayout::LabelRole);
            const QLayoutItem* field = form->itemAt(row, QFormLayout::FieldRole);
            auto* words = label ? qobject_cast<QLabel*>(label->widget()) : nullptr;
            if (!words || !field || !field->widget())
                continue;
            auto* box = qobject_cast<QAbstractButton*>(field->widget());
            const QString title = box ? words->text() + QStringLiteral(": ") + box->text() : words->text();
            add({ plainTitle(title), tr("Setting"), {}, icon(QStringLiteral("settings")), {}, {},
                [this, widget = QPointer<QWidget>(field->widget())] { emit settingWanted(widget); } });
        }
    }
}

void CommandSource::addProfiles()
{
    for (const RankedProfile& ranked : m_draft.ranked()) {
        const Profile& profile = ranked.profile;
        add({ shown(profile.name), tr("Profile, %1").arg(fitWord(ranked.fit)), {},
                icon(QStringLiteral("profiles")), {}, {},
                [this, id = profile.id] { emit profileWanted(id); } },
            profile.id + u' ' + profileLine(profile));
    }
}

void CommandSource::addFlags()
{
    const auto catalogue = OptionCatalogue::load();
    if (!catalogue)
        return;
    for (const OptionInfo& option : catalogue->options()) {
        if (canBeSet(option))
            add(flagEntry(option.name), option.aliases.join(u' '));
    }
}

// What only the sample project reads is no flag of another build.
bool CommandSource::canBeSet(const OptionInfo& option) const
{
    return m_draft.source().kind == SourceKind::Sample || !option.isTourOnly();
}

PaletteEntry CommandSource::flagEntry(const QString& name)
{
    return { name, placeOfFlag(name), {}, icon(QStringLiteral("flag")), {}, {},
        [this, name] { emit flagWanted(name, std::nullopt); } };
}

QString CommandSource::placeOfFlag(const QString& flag) const
{
    const FlagValue* set = m_draft.configuration().flag(flag);
    return set && !set->value.isEmpty() ? tr("Flag, now %1").arg(shown(set->value))
                                        : tr("Flag, at its default");
}

void CommandSource::setAttempts(const QVector<AttemptSummary>& attempts)
{
    m_attempts.clear();
    for (const AttemptSummary& attempt : attempts) {
        if (!attempt.error.isEmpty())
            continue;
        const AttemptRecord& record = attempt.record;
        PaletteEntry command {
            tr("Attempt %1: %2").arg(attempt.number).arg(shown(record.request.profileName)),
            shown(record.firstFinding.isEmpty()
                    ? stateWord(record)
                    : tr("%1: %2").arg(stateWord(record), shownData(record.firstFinding))),
            {}, markIcon(markOf(record)), {}, {},
            [this, folder = attempt.folder] { emit attemptWanted(folder); }
        };
        command.titleWords = wordsOf(command.title);
        command.titleWords.prepend(QString::number(attempt.number)); // "4" is this one before all others
        command.moreWords = wordsOf(command.place + u' ' + attempt.notes.tags.join(u' '));
        m_attempts << std::move(command);
    }
}

PaletteEntry CommandSource::settingOfFlag(const QString& name, const QString& value)
{
    return { tr("Set %1 to %2").arg(name, shown(value)), placeOfFlag(name), {}, icon(QStringLiteral("flag")),
        {}, {}, [this, name, value] { emit flagWanted(name, value); } };
}

// "USE_MKLDNN OFF", "mkldnn of", "-DUSE_MKLDNN=OFF": a value follows the name. Values that are no choice are
// taken as they were typed, after a whole name only; of a flag with choices the flag itself is offered then.
QVector<PaletteEntry> CommandSource::settingsOfFlags(const QString& typed)
{
    QString text = typed.trimmed();
    if (text.startsWith(QStringLiteral("-D")))
        text.remove(0, 2);
    const qsizetype equals = text.indexOf(u'=');
    const qsizetype blank = text.lastIndexOf(u' ');
    const qsizetype between = equals > 0 ? equals : blank;
    const QString value = text.mid(between + 1).trimmed();
    const QString name = text.left(std::max<qsizetype>(0, between)).trimmed();
    const auto catalogue = OptionCatalogue::load();
    if (name.isEmpty() || value.isEmpty() || !catalogue)
        return {};
    const CommandQuery query(name);
    QVector<std::pair<Place, PaletteEntry>> ranked;
    for (const OptionInfo& option : catalogue->options()) {
        const auto rank = query.rankOf(wordsOf(option.name), {});
        const bool isWhole = option.name.compare(name, Qt::CaseInsensitive) == 0;
        const bool isSettable = canBeSet(option);
        if (!rank || !(isSettable || isWhole))
            continue;
        const Place place { isWhole ? first : *rank, false, option.name.size() };
        const QStringList all = isSettable ? valuesOf(option) : QStringList();
        QStringList values = all;
        values.removeIf(
            [&value](const QString& choice) { return !choice.startsWith(value, Qt::CaseInsensitive); });
        if (isWhole && isSettable && all.isEmpty()) {
            values << value;
        } else if (isWhole && values.isEmpty()) {
            ranked.append({ place, flagEntry(option.name) });
            values = all;
        }
        for (const QString& choice : std::as_const(values))
            ranked.append({ place, settingOfFlag(option.name, choice) });
    }
    sortByPlace(ranked);
    QVector<PaletteEntry> commands;
    for (const auto& [place, command] : ranked)
        commands << command;
    return commands;
}

QVector<PaletteEntry> CommandSource::answers(const QString& typed, int most)
{
    const CommandQuery query(typed);
    QVector<PaletteEntry> found = settingsOfFlags(typed);
    const QVector<PaletteEntry> flags = found;
    const QString keys = typed.trimmed();
    QVector<std::pair<Place, const PaletteEntry*>> ranked;
    for (const QVector<PaletteEntry>* list : { &m_commands, &m_attempts }) {
        for (const PaletteEntry& command : *list) {
            const auto rank = query.rankOf(command.titleWords, command.moreWords);
            const auto isSame = [&command](const PaletteEntry& flag) { return flag.isSameAs(command); };
            if (!rank || std::any_of(flags.begin(), flags.end(), isSame))
                continue;
            const bool hasKeys = command.keys.compare(keys, Qt::CaseInsensitive) == 0;
            const qsizetype length = list == &m_attempts ? longest : command.title.size();
            ranked.append({ keys.isEmpty() ? Place(command.order, false, 0)
                                           : Place(hasKeys ? first : *rank, !command.isAct, length),
                &command });
        }
    }
    sortByPlace(ranked);
    for (const auto& [place, command] : ranked.mid(0, most))
        found << *command;
    return found.mid(0, most);
}

}
