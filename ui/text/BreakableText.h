// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The same text with places where a line may break inside long paths and names; for showing only.
QString breakable(const QString& text);
// Also inside what is one long word, as the name of a commit.
QString breakableAnywhere(const QString& text);
// Markdown breaks inside names only: paths may be those of links.
QString breakableMarkdown(QString text);
// Lines end before an option, "--recursive", and not inside it; for showing only.
QString withWholeOptions(QString text);
// What is copied of a text that was shown so.
QString withoutBreaks(QString text);

}
