// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MemoryField.h"

#include "core/gate/Admission.h"

#include <algorithm>
#include <cmath>

namespace torchmason {

namespace {

constexpr int perGibibyte = int(gibibyte / mebibyte);
constexpr int most = 65536 * perGibibyte;
constexpr int least = int(leastMemoryLimit / mebibyte);

}

MemoryField::MemoryField(QWidget* parent)
    : FocusWheelSpinBox(parent)
{
    setRange(0, most);
    setPrefix(tr("at most "));
    setSpecialValueText(tr("no limit"));
}

std::optional<Bytes> MemoryField::limit() const
{
    return value() > 0 ? std::optional(Bytes(value()) * mebibyte) : std::nullopt;
}

void MemoryField::setLimit(std::optional<Bytes> limit)
{
    const int mebibytes = int(std::min(Bytes(most), limit.value_or(0) / mebibyte));
    if (value() != mebibytes) // what is being typed stays as it is
        setValue(mebibytes);
}

void MemoryField::stepBy(int steps)
{
    const int below = value() / perGibibyte;
    const int from = steps > 0 || value() % perGibibyte == 0 ? below : below + 1;
    setValue(std::clamp(from + steps, 0, most / perGibibyte) * perGibibyte);
}

std::optional<Bytes> MemoryField::typed(const QString& text) const
{
    QString size = text.trimmed();
    if (size.startsWith(prefix().trimmed()))
        size = size.mid(prefix().trimmed().size()).trimmed();
    if (!size.isEmpty() && (size.back().isDigit() || size.back() == u'.'))
        size += QLatin1Char('G');
    const auto bytes = parseBytes(size);
    return bytes && *bytes <= Bytes(most) * mebibyte ? bytes : std::nullopt;
}

// Letters may be on their way to a unit.
QValidator::State MemoryField::validate(QString& text, int&) const
{
    return text == specialValueText() || typed(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

int MemoryField::valueFromText(const QString& text) const
{
    const auto bytes = text == specialValueText() ? std::nullopt : typed(text);
    if (!bytes || *bytes == 0)
        return 0;
    return std::max(least, int(*bytes / mebibyte));
}

QString MemoryField::textFromValue(int mebibytes) const
{
    return mebibytes % perGibibyte == 0 ? tr("%1 GB").arg(mebibytes / perGibibyte)
                                        : tr("%1 MB").arg(mebibytes);
}

}
