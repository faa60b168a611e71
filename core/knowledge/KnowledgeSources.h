// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QHash>
#include <QString>

namespace torchmason {

// What a row of a knowledge document rests on: its "from" names entries of the document's "sources".
class KnowledgeSources {
public:
    static Result<KnowledgeSources> read(const Json& document, const QString& where);

    // "RELEASE.md of PyTorch, 1.12 to 2.14; Spack's py-torch recipe". A key that "sources" lacks fails the
    // row, and so does a row without any.
    QString textOf(JsonReader& row) const;

private:
    QHash<QString, QString> m_texts;
};

}
