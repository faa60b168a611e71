// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "ui/widgets/FocusWheelBox.h"

#include <optional>

namespace torchmason {

// The most memory that a build may take: "16", "16 GB", "1.5G" or "512 MB" may be typed, and a number alone
// is of gigabytes. What is less than the gate can work with becomes the least that it can.
class MemoryField : public FocusWheelSpinBox {
    Q_OBJECT

public:
    explicit MemoryField(QWidget* parent = nullptr);

    std::optional<Bytes> limit() const; // nullopt: none
    void setLimit(std::optional<Bytes> limit);

    void stepBy(int steps) override; // to whole gigabytes

protected:
    QValidator::State validate(QString& text, int& position) const override;
    int valueFromText(const QString& text) const override; // mebibytes
    QString textFromValue(int mebibytes) const override;

private:
    std::optional<Bytes> typed(const QString& text) const;
};

}
