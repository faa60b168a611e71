// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/WheelList.h"

#include "core/base/AppPaths.h"
#include "core/store/WheelPresence.h"
#include "ui/models/Background.h"
#include "ui/text/WheelText.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int iconSide = 16;

}

WheelView::WheelView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("wheelView"));
    createWidgets();
    layOut();
}

void WheelView::createWidgets()
{
    m_name = named(new ElidedLabel(this), "wheelName");
    m_name->setFont(boldFont(font()));
    m_facts = named(secondaryText(QString(), this), "wheelFacts");
    m_mark = new IconLabel(iconSide, this);
    m_mark->setIcon(markIcon(Mark::Warning));
    m_place = named(new ElidedLabel(this), "wheelPlace");
    m_place->setSecondary(true);
    m_path = copyButton("wheelCopyPath");
    m_hash = copyButton("wheelCopyHash");
    connect(m_path, &QPushButton::clicked, this,
        [this] { copyFrom(*m_path, QDir::toNativeSeparators(m_wheel.path)); });
    connect(m_hash, &QPushButton::clicked, this, [this] { copyFrom(*m_hash, m_wheel.sha256); });
}

QPushButton* WheelView::copyButton(const char* name)
{
    auto* button = named(new QPushButton(this), name);
    button->setIcon(icon(QStringLiteral("copy")));
    return button;
}

void WheelView::layOut()
{
    auto* name = rowOf(spacing::inner, { { m_name, 1 }, m_path });
    auto* facts = rowOf(spacing::inner, { { m_facts, 1 }, { m_hash, 0, Qt::AlignTop } });
    auto* place = rowOf(spacing::small, { m_mark, { m_place, 1 } });
    columnOf(this, {}, spacing::small, { name, facts, place });
}

void WheelView::showWheel(const WheelRecord& wheel, const AttemptRecord& record)
{
    const bool isSame = wheel.path == m_wheel.path && wheel.sha256 == m_wheel.sha256
        && record.number == m_attempt && record.endedAt == m_endedAt;
    m_attempt = record.number;
    m_endedAt = record.endedAt;
    if (!isSame) {
        m_isThere.reset();
        m_mark->hide();
        m_place->setText(QDir::toNativeSeparators(QFileInfo(wheel.path).path()));
    }
    m_wheel = wheel;
    showFacts(record.request);
    const bool isHere = !record.imported; // else it lies on another machine
    m_path->setVisible(isHere);
    m_place->setVisible(isHere);
    if (isSame && m_isAsking)
        return;
    ++m_number;
    m_isAsking = isHere;
    if (isHere)
        askDisk(record);
}

void WheelView::showFacts(const BuildRequest& request)
{
    const QString name = wheelFileName(m_wheel);
    m_name->setText(name);
    m_facts->setText(wheelFacts(m_wheel, request));
    m_path->setText(tr("Copy the path"));
    m_path->setToolTip(tr("Copy %1").arg(QDir::toNativeSeparators(m_wheel.path)));
    m_path->setAccessibleName(tr("Copy the path of %1").arg(name));
    m_hash->setText(tr("Copy SHA-256 %1…").arg(shortHash(m_wheel)));
    m_hash->setToolTip(tr("Copy the SHA-256: %1").arg(m_wheel.sha256));
    m_hash->setAccessibleName(tr("Copy the SHA-256 of %1: %2").arg(name, m_wheel.sha256));
}

// The folder may lie on a drive that does not answer.
void WheelView::askDisk(const AttemptRecord& record)
{
    const auto ask = [wheel = m_wheel, record] {
        return lookAtWheel(wheel, record, WheelLook::Quick, AttemptStore(AppPaths::attemptsFolder()));
    };
    runInBackground(diskPool(), this, ask, [this, number = m_number](const WheelPresence& presence) {
        if (number != m_number)
            return;
        m_isAsking = false;
        showPlace(presence);
    });
}

void WheelView::showPlace(const WheelPresence& presence)
{
    using State = WheelPresence::State;
    const bool isThere = presence.state == State::There;
    m_isThere = isThere;
    m_mark->setVisible(!isThere);
    const QString folder = QDir::toNativeSeparators(QFileInfo(m_wheel.path).path());
    m_place->setText(isThere                ? folder
            : presence.state == State::Gone ? tr("No longer there: %1").arg(folder)
            : presence.packedBy == 0        ? tr("Another file has this name now: %1").arg(folder)
                                            : tr("Another file has this name now, packed by attempt %1: %2")
                                           .arg(QString::number(presence.packedBy), folder));
    emit looked();
}

WheelList::WheelList(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("wheels"));
    columnOf(this, {}, spacing::inner, {});
}

void WheelList::showRecord(const AttemptRecord& record)
{
    while (m_views.size() > record.wheels.size())
        delete m_views.takeLast();
    while (m_views.size() < record.wheels.size()) {
        m_views.append(new WheelView(this));
        layout()->addWidget(m_views.last());
        connect(m_views.last(), &WheelView::looked, this, &WheelList::looked);
    }
    for (qsizetype i = 0; i < m_views.size(); ++i)
        m_views[i]->showWheel(record.wheels[i], record);
    setVisible(!m_views.isEmpty());
}

bool WheelList::areAllThere() const
{
    return !m_views.isEmpty() && std::all_of(m_views.begin(), m_views.end(), [](const WheelView* view) {
        return view->isThere().value_or(false);
    });
}

bool WheelList::isLastMissing() const
{
    return !m_views.isEmpty() && !m_views.last()->isThere().value_or(true);
}

}
