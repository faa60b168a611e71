// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

// The line without what a build service, a container or the system's journal puts before it: time stamps,
// names of jobs and services, numbers of projects. Answers a part of `line`.
QByteArrayView withoutLinePrefix(QByteArrayView line);

}
