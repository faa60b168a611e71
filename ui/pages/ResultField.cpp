// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ResultField.h"

#include "core/attempt/MissingWheel.h"

namespace torchmason {

namespace {

QString noteOf(const BuildRequest& request, const Result<StagePlan>& plan)
{
    if (request.backend == QLatin1String("cmake"))
        return ResultField::tr("Libraries and programs in the build folder; nothing for pip.");
    if (const QString reason = plan ? whyWithoutWheel(*plan) : QString(); !reason.isEmpty())
        return ResultField::tr("No wheel: %1.").arg(reason);
    if (request.backend == QLatin1String("wheel"))
        return ResultField::tr("A file for pip, if the source tree can make one.");
    return ResultField::tr("A file for pip, packed with %1 into \"dist\" of the source folder.")
        .arg(request.backend);
}

}

ResultField::ResultField(QWidget* parent)
    : ChoiceField(QStringLiteral("result"), tr("Result"), parent)
{
    box()->setToolTip(
        tr("A wheel is one file with everything that `import torch` needs; it is packed when all is "
           "compiled"));
    addChoice(tr("as the profile says"), QString());
    addChoice(tr("wheel"), QStringLiteral("wheel"));
    addChoice(tr("libraries only"), QStringLiteral("cmake"));
    connect(this, &ChoiceField::chosen, this, [this] { emit wishChosen(choice().toString()); });
}

void ResultField::setWish(const QString& backend)
{
    setChoice(backend);
}

void ResultField::showPlan(const BuildRequest& request, const Result<StagePlan>& plan)
{
    setNote(noteOf(request, plan));
}

}
