// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/StreamRedactor.h"

#include <QByteArrayList>

#include <memory>

namespace torchmason {

// What comes out where the text arrives in two pieces, for every place where it can be cut.
inline QByteArrayList redactedAtEveryCut(
    const std::shared_ptr<const NeedleSet>& needles, const QByteArray& text)
{
    QByteArrayList outcomes;
    for (qsizetype cut = 0; cut <= text.size(); ++cut) {
        StreamRedactor redactor(needles);
        QByteArray out;
        redactor.add(QByteArrayView(text).first(cut), out);
        redactor.add(QByteArrayView(text).sliced(cut), out);
        redactor.finish(out);
        outcomes << out;
    }
    return outcomes;
}

}
