// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfileDetail.h"

#include "core/base/Core.h"
#include "ui/pages/WheelBanner.h"
#include "ui/text/BreakableText.h"
#include "ui/text/ProfileText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QLabel>

namespace torchmason {

namespace {

// Markdown may hold HTML and pictures, and a picture would be fetched, perhaps from another computer: a space
// of no width after each "<" makes words of tags, and of a picture its name is left.
QString plainMarkdown(QString notes)
{
    return breakableMarkdown(notes.replace(QLatin1String("!["), QLatin1String("[")))
        .replace(QLatin1Char('<'), QStringLiteral("<\u200b"));
}

}

ProfileDetail::ProfileDetail(QWidget* parent)
    : QWidget(parent)
    , m_name(sectionTitle(QString(), this))
    , m_fit(new StateMark(this))
    , m_summary(new QLabel(this))
    , m_reasons(new BulletLabel(this))
    , m_remarks(new BulletLabel(this))
    , m_wheel(new WheelBanner(this))
    , m_facts(new FactList(this))
    , m_notes(new QLabel(this))
{
    m_name->setObjectName(QStringLiteral("profileName"));
    m_name->setWordWrap(true);
    for (QLabel* label : { m_summary, m_notes }) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
        addCopyAction(label);
    }
    m_reasons->setObjectName(QStringLiteral("profileReasons"));
    m_remarks->setObjectName(QStringLiteral("profileRemarks"));
    m_notes->setTextFormat(Qt::MarkdownText);
    columnOf(this, { 0, 0, spacing::inner, spacing::group }, spacing::inner,
        { m_name, m_remarks, m_fit, m_reasons, m_wheel, m_summary, Part::gap(spacing::inner), m_facts,
            Part::gap(spacing::inner), m_notes, Part::stretch() });
}

void ProfileDetail::showProfile(const RankedProfile& ranked)
{
    const Profile& profile = ranked.profile;
    if (profile.id != m_profile.id)
        m_disk.reset();
    m_profile = profile;
    m_taken = profile.source;
    m_name->setText(shownData(profile.name));
    m_fit->setMark(markOf(ranked.fit), fitWord(ranked.fit));
    m_summary->setText(breakable(shownData(profile.summary)));
    m_reasons->setLines(profileReasons(ranked));
    m_remarks->setLines(ranked.remarks);
    m_notes->setText(plainMarkdown(shownData(profile.notes)));
    m_notes->setVisible(!profile.notes.isEmpty());
    showFacts();
}

void ProfileDetail::showDisk(const Estimate& disk)
{
    if (m_disk == disk)
        return;
    m_disk = disk;
    showFacts();
}

void ProfileDetail::showSource(const SourceSpec& taken)
{
    if (m_taken == taken)
        return;
    m_taken = taken;
    showFacts();
}

void ProfileDetail::showFacts()
{
    m_facts->clear();
    for (const ProfileFact& fact : profileFacts(m_profile, m_disk, m_taken))
        m_facts->add(fact.name, fact.value);
    m_facts->show();
}

void ProfileDetail::setAdvice(const WheelAdvice& advice)
{
    m_wheel->setAdvice(advice);
}

}
