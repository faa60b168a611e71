// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/ui/pictures/Page.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/AddEntryDialog.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/CollapsibleSection.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
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

QImage found(Studio& studio, Wizard::Step page, const char* field, const char* words)
{
    step(studio, page);
    studio.find<QLineEdit>(field)->setText(QLatin1String(words));
    return studio.picture();
}

QImage flagsFound(Studio& studio, const char* words)
{
    return found(studio, Wizard::FlagsStep, "flagSearch", words);
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

// A question as it stands on the screen; nobody answers it.
QImage question(Studio& studio, const std::function<void(QWidget* parent)>& ask)
{
    QImage picture;
    QTimer::singleShot(0, &studio.window(), [&] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            picture = studio.picture(box);
            box->reject();
        }
    });
    ask(&studio.window());
    return picture;
}

QImage blockers(Studio& studio)
{
    CheckRow architectures;
    architectures.title = "Architectures";
    architectures.state = CheckState::Fail;
    architectures.found = "TORCH_CUDA_ARCH_LIST is \"8.9\", and the card here is 12.0";
    CheckRow space;
    space.title = "Space for the build";
    space.state = CheckState::Fail;
    space.found = "12.4 GB free of 220.0 GB";
    space.need = "about 28.0 to 40.0 GB";
    return question(studio, [blockers = blockersOf({ architectures, space })](QWidget* parent) {
        askWhetherToBuildAnyway(parent, blockers);
    });
}

QImage closing(Studio& studio, bool waits)
{
    return question(studio, [waits](QWidget* parent) {
        askBeforeClosing(parent, { "RTX 50 · Linux", waits });
    });
}

QImage queueing(Studio& studio)
{
    return question(studio, [](QWidget* parent) { askWhetherToWait(parent, { "RTX 50 · Linux", false }); });
}

QImage adding(Studio& studio, bool environment)
{
    QImage picture;
    QTimer::singleShot(0, &studio.window(), [&] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            picture = studio.picture(dialog);
            dialog->reject();
        }
    });
    (void)askForEntry(environment, &studio.window());
    return picture;
}

// While probes look once more: what they say of this machine would be another picture each time.
QImage lookingAgain(Studio& studio)
{
    studio.window().openPlace(NavigationBar::Build);
    studio.window().newBuild();
    studio.findChild<Wizard>()->goTo(Wizard::MachineStep);
    studio.wait(50); // the page is laid out
    studio.window().machine().look();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // else rows are squeezed
    return studio.window().grab().toImage();
}

QImage opened(Studio& studio)
{
    step(studio, Wizard::MachineStep);
    studio.click("check-compiler-toggle");
    return studio.picture();
}

QImage comparedProfiles(Studio& studio)
{
    step(studio, Wizard::ProfileStep);
    auto* other = studio.find<QComboBox>("profileCompareWith");
    other->setCurrentIndex(std::min(2, other->count() - 1));
    emit other->activated(other->currentIndex());
    return studio.picture();
}

// One that cannot be read is listed with what is wrong.
QImage brokenProfile(Studio& studio)
{
    QDir().mkpath(AppPaths::userProfilesFolder());
    QFile file(AppPaths::userProfilesFolder() + "/workstation.json");
    if (!file.open(QIODevice::WriteOnly))
        throw Untaken { QStringLiteral("cannot write %1").arg(file.fileName()) };
    file.write("{\n  \"profile\": 1,\n  \"id\": \"workstation\",\n  \"jobs\": \"many\"\n}\n");
    file.close();
    step(studio, Wizard::ProfileStep);
    studio.find<QLineEdit>("profileSearch")->setText("workstation");
    auto* list = studio.find<QAbstractItemView>("profileList");
    studio.waitFor("the profile", [&] { return list->model()->rowCount() > 1; });
    list->setCurrentIndex(list->model()->index(0, 0, list->model()->index(1, 0))); // below what is chosen
    return studio.picture();
}

QImage changedFlags(Studio& studio)
{
    step(studio, Wizard::FlagsStep);
    studio.find<QComboBox>("flagScope")->setCurrentIndex(0);
    return studio.picture();
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
        { "machine-looking-again", Shelf::One, lookingAgain },
        { "machine-opened", Shelf::One, opened },
        { "profile-unfit", Shelf::One,
            [](Studio& studio) { return step(studio, Wizard::ProfileStep, "kepler-cuda114-windows"); } },
        { "profile-compared", Shelf::One, comparedProfiles },
        { "profile-nothing-found", Shelf::One,
            [](Studio& studio) { return found(studio, Wizard::ProfileStep, "profileSearch", "xyzzy"); } },
        { "profile-broken", Shelf::One, brokenProfile },
        { "profile-conflicts", Shelf::One, conflicts },
        { "flags", Shelf::One, [](Studio& studio) { return step(studio, Wizard::FlagsStep); } },
        { "flags-architectures", Shelf::One,
            [](Studio& studio) { return flagsFound(studio, "TORCH_CUDA_ARCH_LIST"); } },
        { "flags-locked", Shelf::One, lockedFlag },
        { "flags-path", Shelf::One, pathFlag },
        { "flags-changed", Shelf::One, changedFlags },
        { "flags-nothing-found", Shelf::One, [](Studio& studio) { return flagsFound(studio, "xyzzy"); } },
        { "flags-add", Shelf::One, [](Studio& studio) { return adding(studio, false); } },
        { "flags-add-variable", Shelf::One, [](Studio& studio) { return adding(studio, true); } },
        { "review", Shelf::One, [](Studio& studio) { return step(studio, Wizard::ReviewStep); } },
        { "review-one-problem", Shelf::One,
            [](Studio& studio) { return step(studio, Wizard::ReviewStep, "cpu-only"); } },
        { "review-tour", Shelf::One,
            [](Studio& studio) { return step(studio, Wizard::ReviewStep, "tour"); } },
        { "review-more", Shelf::One, reviewMore },
        { "review-long-paths", Shelf::One, reviewLongPaths },
        { "question-blockers", Shelf::One, blockers },
        { "question-close", Shelf::One, [](Studio& studio) { return closing(studio, false); } },
        { "question-close-waiting", Shelf::One, [](Studio& studio) { return closing(studio, true); } },
        { "question-queue", Shelf::One, queueing },
    };
}

}
