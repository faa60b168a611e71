// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/Page.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/CollapsibleSection.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QMessageBox>
#include <QScrollArea>
#include <QTimer>

namespace torchmason {

namespace {

constexpr auto cuda = "a100-linux";

QImage step(Studio& studio, Wizard::Step step, const char* profile = cuda)
{
    BuildDraft& draft = studio.window().draft();
    draft.chooseProfile(QLatin1String(profile));
    studio.window().newBuild();
    studio.findChild<Wizard>()->goTo(step);
    studio.wait(600); // folders are looked at half a second after the last change
    return studio.picture();
}

QImage flagsFound(Studio& studio, const char* words)
{
    step(studio, Wizard::FlagsStep);
    studio.find<QLineEdit>("flagSearch")->setText(QLatin1String(words));
    return studio.picture();
}

QImage lockedFlag(Studio& studio)
{
    studio.window().draft().setFlag("USE_DISTRIBUTED", "OFF", "BOOL");
    return flagsFound(studio, "use_gloo");
}

QImage pathFlag(Studio& studio)
{
    studio.window().draft().setFlag("CUDA_HOME", "/opt/cuda-13.0", "PATH");
    return flagsFound(studio, "cuda_home");
}

// What the user set, and another profile says otherwise.
QImage conflicts(Studio& studio)
{
    step(studio, Wizard::FlagsStep);
    BuildDraft& draft = studio.window().draft();
    draft.setFlag("USE_DISTRIBUTED", "OFF", "BOOL");
    draft.setFlag("TORCH_CUDA_ARCH_LIST", "8.0", "STRING");
    studio.findChild<Wizard>()->goTo(Wizard::ProfileStep);
    draft.chooseProfile("hopper-ptx-linux");
    return studio.picture();
}

void edit(Studio& studio, const std::function<void(RequestWishes&)>& change)
{
    BuildDraft& draft = studio.window().draft();
    RequestWishes wishes = draft.edits();
    change(wishes);
    draft.change("for the picture", wishes);
}

// What few builds set, all of it set.
QImage reviewMore(Studio& studio)
{
    edit(studio, [](RequestWishes& wishes) {
        wishes.backend = "wheel";
        wishes.packages = { "numpy==1.26.4" };
        wishes.install.environment = QDir::homePath() + "/venvs/torch";
    });
    step(studio, Wizard::ReviewStep);
    auto* more = studio.find<CollapsibleSection>("reviewMore");
    more->setOpen(true);
    studio.wait(100);
    studio.find<QScrollArea>("reviewScroll")->ensureWidgetVisible(more);
    return studio.picture();
}

QImage reviewLongPaths(Studio& studio)
{
    edit(studio, [](RequestWishes& wishes) {
        wishes.sourceFolder = QString::fromUtf8(
            "/home/研究/projects/very-long-name-of-a-group-folder/deep/learning/experiments/2026-11/"
            "pytorch-源码-with-local-changes/pytorch");
        wishes.buildFolder
            = wishes.sourceFolder + QString::fromUtf8("/构建/build-release-with-debug-information");
    });
    return step(studio, Wizard::ReviewStep);
}

// The question before a build that is expected to fail; it is answered once it is on the screen.
QImage blockers(Studio& studio)
{
    QImage picture;
    QTimer::singleShot(0, &studio.window(), [&] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            picture = studio.picture(box);
            box->reject();
        }
    });
    askWhetherToBuildAnyway(&studio.window(),
        { "CUDA toolkit: 11.4.152",
            "Architectures: TORCH_CUDA_ARCH_LIST is \"8.9\", and the card here is 12.0",
            "Space for the build: 12.4 GB are free, 40 GB are needed" });
    return picture;
}

QImage firstStart(Studio& studio)
{
    studio.waitToSee("tourOffer");
    return studio.picture();
}

}

QVector<Page> wizardPages()
{
    return {
        { "first-start", Shelf::Empty, firstStart },
        { "machine", Shelf::One, [](Studio& studio) { return step(studio, Wizard::MachineStep); } },
        { "profile", Shelf::One, [](Studio& studio) { return step(studio, Wizard::ProfileStep); } },
        { "profile-conflicts", Shelf::One, conflicts },
        { "flags", Shelf::One, [](Studio& studio) { return step(studio, Wizard::FlagsStep); } },
        { "flags-architectures", Shelf::One,
            [](Studio& studio) { return flagsFound(studio, "TORCH_CUDA_ARCH_LIST"); } },
        { "flags-locked", Shelf::One, lockedFlag },
        { "flags-path", Shelf::One, pathFlag },
        { "review", Shelf::One, [](Studio& studio) { return step(studio, Wizard::ReviewStep); } },
        { "review-tour", Shelf::One,
            [](Studio& studio) { return step(studio, Wizard::ReviewStep, "tour"); } },
        { "review-more", Shelf::One, reviewMore },
        { "review-long-paths", Shelf::One, reviewLongPaths },
        { "question-blockers", Shelf::One, blockers },
    };
}

}
