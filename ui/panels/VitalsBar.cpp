// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/VitalsBar.h"

#include "ui/widgets/Theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace torchmason {

namespace {

QString percent(const std::optional<double>& value)
{
    return value ? QStringLiteral("%1 %").arg(*value, 0, 'f', 1) : QStringLiteral("–");
}

}

VitalsBar::VitalsBar(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(spacing::group, spacing::small, spacing::group, spacing::small);
    layout->setSpacing(spacing::small);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    const QString bytes = QStringLiteral("99.9 GB");
    const QString part = QStringLiteral("99.9 %");
    m_peak = add(tr("Peak of this build"), "vitalsPeak", bytes, tr("Highest memory of all processes of the build together"));
    const QString pressure = tr("Part of the last 10 seconds in which something had to wait for it");
    m_memory = add(tr("Waiting for memory"), "vitalsMemory", part, pressure);
    m_cpu = add(tr("CPU"), "vitalsCpu", part, pressure);
    m_io = add(tr("disk"), "vitalsIo", part, pressure);
    m_disk = add(tr("Disk free"), "vitalsDisk", bytes, tr("On the volume of the build folder"));
    layout->addStretch();
}

QLabel* VitalsBar::add(const QString& caption, const char* name, const QString& widest, const QString& tip)
{
    auto* title = new QLabel(caption, this);
    QPalette quiet = title->palette();
    quiet.setColor(QPalette::WindowText, toneColour(Tone::Neutral, palette()));
    title->setPalette(quiet);
    auto* value = new QLabel(QStringLiteral("–"), this);
    value->setObjectName(QLatin1String(name));
    value->setAccessibleName(caption);
    value->setFont(tabularFont(font()));
    value->setMinimumWidth(QFontMetrics(value->font()).horizontalAdvance(widest) + spacing::inner);
    for (QLabel* label : { title, value }) {
        label->setToolTip(tip);
        layout()->addWidget(label);
    }
    return value;
}

void VitalsBar::showSample(const Sample& sample)
{
    m_memory->setText(percent(sample.memoryPressure));
    m_cpu->setText(percent(sample.cpuPressure));
    m_io->setText(percent(sample.ioPressure));
    m_disk->setText(sample.diskFree ? formatBytes(*sample.diskFree) : QStringLiteral("–"));
}

void VitalsBar::showPeak(std::optional<Bytes> peak) { m_peak->setText(peak ? formatBytes(*peak) : QStringLiteral("–")); }

}
