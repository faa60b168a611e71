// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace torchmason {

// The sentences of the window and Qt's own, in the user's language where there is a translation. Numbers and
// dates are written as the sentences are, and the window is laid out as they are read: an Arabic digit in an
// English sentence is hard to read.
class Translations {
public:
    // For the language of `locale`, until this object goes. `isReversed`: laid out the other way round, which
    // Qt's option -reverse is for.
    explicit Translations(const QLocale& locale, bool isReversed = false);
    ~Translations();
    Q_DISABLE_COPY_MOVE(Translations)

private:
    QTranslator m_qt;
    QTranslator m_ours;
};

}
