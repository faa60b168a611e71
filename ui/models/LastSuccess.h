// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

#include <QObject>
#include <QString>

#include <optional>

namespace torchmason {

// The newest attempt that built the same with success. Reads the attempts' folders: for a worker thread.
std::optional<Configuration> lastSuccessOf(const BuildRequest& request, const QString& attemptsFolder);

// Looks on another thread; what was asked for last is what is told.
class LastSuccess : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void look(const BuildRequest& request);

signals:
    void found(const std::optional<torchmason::Configuration>& configuration);

private:
    int m_asked = 0;
};

}
