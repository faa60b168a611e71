// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/InstallField.h"

#include "ui/text/TipText.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Parts.h"

#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QStyle>

namespace torchmason {

namespace {

constexpr int iconSide = 16;
constexpr std::chrono::milliseconds typingPause(400);

QString kindText(const InstallPlace& place)
{
    return place.kind == QLatin1String("venv") ? InstallField::tr("Python %1 in a virtual environment")
        : place.kind == QLatin1String("conda") ? InstallField::tr("Python %1 in a conda environment")
                                               : InstallField::tr("Python %1");
}

QString placeText(const InstallPlace& place, const QString& environment)
{
    if (!place.refusal.isEmpty())
        return place.refusal;
    if (place.kind == QLatin1String("new"))
        return InstallField::tr("A new virtual environment will be made: %1.")
            .arg(QDir::toNativeSeparators(environment));
    const QString what = kindText(place).arg(place.version);
    const QString text = place.torchThere.isEmpty()
        ? InstallField::tr("%1; torch is not there yet.").arg(what)
        : InstallField::tr("%1; torch %2 is there and will be replaced.").arg(what, place.torchThere);
    return place.caution.isEmpty() ? text : text + QLatin1Char(' ') + place.caution;
}

Mark markOfPlace(const InstallPlace& place)
{
    const bool isFree = place.torchThere.isEmpty() && place.caution.isEmpty();
    return !place.refusal.isEmpty() ? Mark::Bad : isFree ? Mark::Good : Mark::Warning;
}

}

InstallField::InstallField(QWidget* parent)
    : QWidget(parent)
    , m_query(this, LatestQuery::Order::Parallel, typingPause)
{
    createWidgets();
    auto* words = rowOf(spacing::small, { { m_icon, 0, Qt::AlignTop }, { m_words, 1 } });
    columnOf(this, {}, spacing::small, { m_environment, words, m_dependencies });
    setFocusProxy(m_environment);
    connect(m_environment, &FolderField::pathEdited, this, [this] {
        lookAgain();
        emit environmentEdited();
    });
    connect(m_dependencies, &QCheckBox::clicked, this, &InstallField::dependenciesChosen);
    lookAgain();
    showPlace();
}

void InstallField::createWidgets()
{
    m_environment = new FolderField(QStringLiteral("installEnvironment"), tr("Environment"), this);
    m_environment->offerFiles(tr("A folder..."), tr("An interpreter..."));
    m_environment->focusProxy()->setToolTip(
        tipText(tr("The folder of a virtual or conda environment, or its interpreter. In a folder "
                   "that does not exist a new virtual environment is made")));
    m_dependencies
        = named(new QCheckBox(tr("Also install what the wheel re&quires"), this), "installDependencies",
            tr("pip fetches the packages that the wheel names and that are not there; without "
               "them torch may not start"));
    m_dependencies->setChecked(true);
    m_icon = new IconLabel(iconSide, this);
    m_words = plainText(this, "installPlace");
}

InstallTarget InstallField::target() const
{
    InstallTarget target;
    target.environment = m_environment->fullPath();
    target.dependencies = !target.isWanted() || m_dependencies->isChecked();
    return target;
}

void InstallField::setTarget(const InstallTarget& wanted)
{
    if (wanted != target()) {
        m_environment->setPath(QDir::toNativeSeparators(wanted.environment));
        m_dependencies->setChecked(wanted.dependencies);
    }
    lookAgain();
}

void InstallField::setHint(const QString& hint)
{
    m_hint = hint;
    showPlace();
}

void InstallField::reserveLines(int lines)
{
    m_words->setAlignment(QStyle::visualAlignment(layoutDirection(), Qt::AlignTop));
    m_words->setMinimumHeight(lines * m_words->fontMetrics().lineSpacing());
}

void InstallField::lookAgain()
{
    const QString environment = target().environment;
    m_dependencies->setEnabled(!environment.isEmpty());
    if (environment == m_asked)
        return;
    m_asked = environment;
    m_query.forget();
    if (!environment.isEmpty())
        m_query.ask(
            {}, [environment](const std::stop_token&) { return lookAtInstallPlace(environment); },
            [this](const InstallPlace& place) { takePlace(place); });
    m_place.reset();
    showPlace();
    emit looked();
}

void InstallField::takePlace(const InstallPlace& place)
{
    m_place = place;
    if (place.refusal.isEmpty() && !m_wheel.isEmpty())
        m_place->refusal = refusalOfWheel(place, m_wheel);
    showPlace();
    emit looked();
}

void InstallField::showPlace()
{
    if (target().environment.isEmpty())
        say(std::nullopt, m_hint);
    else if (!m_place)
        say(Mark::Running, tr("Checking the environment…"));
    else
        say(markOfPlace(*m_place), placeText(*m_place, target().environment));
}

void InstallField::say(std::optional<Mark> mark, const QString& text)
{
    m_icon->setVisible(mark.has_value());
    if (mark)
        m_icon->setIcon(markIcon(*mark));
    showText(m_words, text);
    m_environment->focusProxy()->setAccessibleDescription(text);
}

}
