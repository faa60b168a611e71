// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/StagePlan.h"
#include "ui/widgets/ChoiceField.h"

namespace torchmason {

// What the build makes in the end: a wheel for pip, or libraries only. An empty wish is the profile's.
class ResultField : public ChoiceField {
    Q_OBJECT

public:
    explicit ResultField(QWidget* parent = nullptr);

    void setWish(const QString& backend);
    // What a build would make of the wish.
    void showPlan(const BuildRequest& request, const Result<StagePlan>& plan);

signals:
    void wishChosen(const QString& backend);
};

}
