// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>

namespace torchmason {

// Keeps the machine from going to sleep by itself while it lives. Given up with the object or the process,
// however that ends. Linux: a file of logind, asked for over the system bus; Windows: a power request.
class KeepAwake : public QObject {
    Q_OBJECT

public:
    explicit KeepAwake(QObject* parent = nullptr);
    ~KeepAwake() override;

    // `why` is shown by the desktop as the reason. Answers by one of the signals, at once or
    // later.
    void begin(const QString& why);

signals:
    void taken();
    void unavailable(const QString& sentence); // no reason not to build

private:
    struct Hold;
    std::unique_ptr<Hold> m_hold;
};

}
