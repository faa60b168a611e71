// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

// Whether JSON from elsewhere is flat enough to be copied and written: both go one call deeper for each
// bracket, and a megabyte of brackets would end the program. Looks at a stream, in pieces.
class JsonNesting {
public:
    enum class Files {
        OneDocument,
        OneALine,
    };
    static constexpr int deepest = 64; // ours have ten
    explicit JsonNesting(Files files);

    // False where it is not.
    bool add(QByteArrayView bytes);

private:
    Files m_files;
    int m_depth = 0;
    bool m_inString = false;
    bool m_isEscaped = false;
};

}
