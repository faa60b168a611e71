// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "core/stages/InstallNote.h"
#include "core/stages/StagePlan.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/InstallUndoDialog.h"
#include "ui/panels/OutcomeCard.h"

#include <QLabel>
#include <QProcess>
#include <QPushButton>

namespace torchmason {

inline const auto wheelFile = QStringLiteral("torch-2.7.1-cp311-cp311-linux_x86_64.whl");

// An attempt and the view that shows what it has made.
class OutcomeHarness {
protected:
    void setUp()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(AttemptStore(AppPaths::attemptsFolder()), "Tour", 3);
        m_view = std::make_unique<AttemptView>();
        m_view->resize(1100, 800);
    }
    void tearDown() { m_view.reset(); }

    // A build that ended well with a wheel of 3000 bytes.
    void makeWheel()
    {
        m_wheel = m_attempt->packWheel(m_home->filePath("di st"), wheelFile, QByteArray(3000, 'x'));
        m_attempt->end(AttemptState::Succeeded, 25);
    }
    void addInstallStage(StageState state)
    {
        StageResult stage;
        stage.id = "install";
        stage.state = state;
        m_attempt->record().stages.append(stage);
    }
    // As an install leaves it: the record, and the note that all of this came with it.
    void install(const QString& environment, const QString& python, const InstalledPackages& came)
    {
        m_attempt->record().request.install.environment = environment;
        addInstallStage(StageState::Succeeded);
        makeWheel();
        const InstallNote note { python, { m_wheel }, {}, {}, came };
        QVERIFY(writeInstallNote(installNotePath(m_attempt->folder()), note));
    }
    // A real environment, as an install leaves it; "" where no Python can make one.
    QString installIntoVenv()
    {
        const QString environment = m_home->filePath("venv");
        if (QProcess::execute("/usr/bin/python3", { "-m", "venv", environment }) != 0)
            return {};
        const QString python = environment + "/bin/python";
        install(environment, python, *packagesIn(python));
        return environment;
    }
    InstallUndoDialog* askBack() const
    {
        inCard<QPushButton>("outcomeTakeBack")->click();
        return m_view->window()->findChild<InstallUndoDialog*>();
    }
    void open()
    {
        m_view->openAttempt(m_attempt->folder());
        m_view->show();
        QTRY_VERIFY(card()->isVisible());
    }
    OutcomeCard* card() const { return m_view->findChild<OutcomeCard*>(); }
    template <typename T> T* inCard(const char* name) const
    {
        return findIn<T>(*card(), QLatin1String(name));
    }
    QString text(const char* name) const { return inCard<QLabel>(name)->text(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;
    std::unique_ptr<AttemptView> m_view;
    QString m_wheel;
};

}
