// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

// Whether JSON from elsewhere is small enough to be read: copying and writing it go one call deeper for each
// bracket, and each value takes some 50 bytes of memory, whatever it takes in the file. Looks at a stream, in
// pieces. Everything that reads JSON asks it first.
class JsonBounds {
public:
    enum class Files {
        OneDocument,
        OneALine, // each within the bounds
    };
    enum class Fault {
        None,
        TooDeep,
        TooMany,
    };
    static constexpr int deepest = 64; // ours have ten
    static constexpr int mostValues = 1'000'000; // the largest of ours have some 200,000
    explicit JsonBounds(Files files, int most = mostValues);

    Fault add(QByteArrayView bytes);

private:
    Files m_files;
    int m_most;
    int m_depth = 0;
    int m_values = 0;
    bool m_inString = false;
    bool m_isEscaped = false;
};

}
