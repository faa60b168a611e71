// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperModes.h"

#include <QCoreApplication>

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    return torchmason::runHelperMode(application.arguments().mid(1)).value_or(2);
}
