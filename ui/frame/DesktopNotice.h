// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>

namespace torchmason {

// A short message of the desktop, beside or over whatever the user does. Where the desktop shows none,
// nothing happens.
class DesktopNotice : public QObject {
    Q_OBJECT

public:
    explicit DesktopNotice(QObject* parent = nullptr);
    ~DesktopNotice() override;

    void show(const QString& title, const QString& text, bool isBad);

signals:
    void clicked();

private slots:
    void actionInvoked(uint id, const QString& action);

private:
    struct Shown;
    std::unique_ptr<Shown> m_shown;
};

}
