// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/BuildRequest.h"

#include <QMap>

namespace torchmason {

// One thing in which two requests differ, for people. Values that are not set are empty.
struct RequestDifference {
    QString name; // not translated: "USE_DISTRIBUTED", "Environment CUDA_HOME", "Jobs", "Clean first"
    QString before;
    QString after;

    bool operator==(const RequestDifference&) const = default;
};

// What a build with `after` does otherwise than one with `before`: flags, variables, programs, source, jobs,
// what is cleaned and where it begins. Folders of attempts, facts and what it answers are left out.
QVector<RequestDifference> requestDifferences(const BuildRequest& before, const BuildRequest& after);

// What a request asks for beside flags and variables, by the names of above, as people read it.
QMap<QString, QString> requestValues(const BuildRequest& request);

// Whether it only says from which stage on the build goes.
bool isAboutBeginning(const RequestDifference& difference);

// Its name for people, of whatever values.
QString shownName(const RequestDifference& difference);

// A clause: "USE_DISTRIBUTED becomes OFF (it is ON now)", "it cleans the whole build folder first".
QString differenceText(const RequestDifference& difference);

}
