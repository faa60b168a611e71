// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QCheckBox;
class QSpinBox;

namespace torchmason {

// "Keep the last N": which attempts tidying up leaves. Kept in the settings, as keptAttempts() reads it;
// deletes nothing. The parts are called `name` + "s" and `name`.
class KeepField : public QWidget {
    Q_OBJECT

public:
    explicit KeepField(const QString& name, QWidget* parent = nullptr);

    std::optional<int> keep() const;
    // As the settings say now: another field may have changed it.
    void read();

signals:
    void changed();

private:
    void write();

    QCheckBox* m_keeps = nullptr;
    QSpinBox* m_keep = nullptr;
};

}
