// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/CacheField.h"

#include "core/config/CacheWish.h"
#include "core/detect/HostFacts.h"
#include "core/request/BuildRequest.h"
#include "core/stages/GateLaunchers.h"
#include "ui/text/TipText.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QLineEdit>

namespace torchmason {

namespace {

bool canShare(const QString& wish)
{
    return wish.startsWith(QLatin1String("ccache")) || wish == QLatin1String("sccache");
}

}

CacheField::CacheField(QWidget* parent)
    : NotedField(parent)
    , m_wish(new FocusWheelComboBox(this))
    , m_storage(new QLineEdit(this))
    , m_note(secondaryText(QString(), this))
{
    named(m_wish, "compilerCache",
        tr("Compiles nothing twice, even after the build folder was emptied; distcc also compiles on other "
           "machines"),
        tr("Compiler cache"));
    m_wish->addItem(tr("as the profile says"), QString());
    for (const QString& wish : cacheWishes())
        m_wish->addItem(cacheTitle(wish), wish);
    named(m_storage, "cacheStorage", {}, tr("Shared cache"));
    m_storage->setPlaceholderText(tr("shared with other machines: redis://host or http://host/path"));
    m_storage->setToolTip(
        tipText(tr("The address of a cache that several machines use together; empty: the cache of "
                   "this machine alone")));
    m_note->setObjectName(QStringLiteral("cacheNote"));
    setParts(m_wish, { m_storage, m_note });
    connect(m_wish, &QComboBox::activated, this, [this] {
        arrange();
        emit wishChosen(m_wish->currentData().toString());
    });
    connect(m_storage, &QLineEdit::textEdited, this,
        [this](const QString& text) { emit storageEdited(text.trimmed()); });
    arrange();
}

void CacheField::arrange()
{
    const QString wish = m_wish->currentData().toString();
    m_storage->setVisible(canShare(wish));
    m_note->setVisible(wish.isEmpty());
}

void CacheField::setValues(const QString& wish, const QString& storage)
{
    m_wish->setCurrentIndex(m_wish->findData(wish));
    if (m_storage->text().trimmed() != storage)
        m_storage->setText(storage);
    arrange();
}

void CacheField::showProfiles(const BuildRequest& request, const HostFacts& facts, bool isKnown)
{
    const QString named = request.configuration.flagValue(QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER"));
    const bool findsCcache = takesOwnCcache(request, facts.platform);
    const bool isHere = facts.tool(QStringLiteral("ccache")) != nullptr;
    const FlagValue* asked = request.configuration.flag(QStringLiteral("USE_CCACHE"));
    const bool isAsked = findsCcache && asked; // takesOwnCcache: and it is ON
    if (!named.isEmpty())
        m_note->setText(tr("The profile uses %1.").arg(cacheTitle(cacheOf(request.configuration))));
    else if (isAsked && isHere)
        m_note->setText(tr("USE_CCACHE is ON: PyTorch uses the installed ccache."));
    else if (findsCcache && isHere)
        m_note->setText(tr("The profile sets none; PyTorch finds the installed ccache and uses it."));
    else if (isAsked)
        m_note->setText(isKnown ? tr("USE_CCACHE is ON, but ccache is not installed: nothing is cached.")
                                : tr("USE_CCACHE is ON: PyTorch uses ccache where it is installed."));
    else
        m_note->setText(tr("The profile sets none."));
}

QWidget* CacheField::box() const
{
    return m_wish;
}

}
