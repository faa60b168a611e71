// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// What the help says of one page.
enum class HelpTopic { Machine, Profiles, Flags, Review, Attempt, History, Settings };

QString helpTitle(HelpTopic topic);
// Some short paragraphs.
QString helpText(HelpTopic topic);
// Where the guide tells more, for GuideDialog.
QString guidePlace(HelpTopic topic);

}
