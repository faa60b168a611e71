// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace torchmason {

class AttemptView;
class Banner;

// An attempt with what its place offers beside it: a way from its end to the next build, or back to the
// history.
class AttemptPage : public QWidget {
    Q_OBJECT

public:
    enum class Home { Build, History };

    explicit AttemptPage(Home home, QWidget* parent = nullptr);

    AttemptView& view() const { return *m_view; }
    QString folder() const;
    // "Failed: RTX 5070 · attempt 4"; empty until it was read.
    const QString& title() const { return m_title; }
    // Unless it is the one that is open. It gets the focus: the list that had it is gone.
    void open(const QString& folder);
    void takeFocus();
    // Why what was asked for here could not start.
    void showProblem(const QString& sentence);
    // What is good to know of this attempt, once.
    void showNote(const QString& sentence);
    void setStarting(bool starting);

signals:
    void changed(); // another attempt, title or state
    void leaveRequested(); // to a new build, or to the history

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* createEndBar();
    QWidget* createBackBar();
    void attemptRead(const QString& title);

    const Home m_home;
    Banner* m_notice = nullptr;
    AttemptView* m_view = nullptr;
    QWidget* m_endBar = nullptr; // only in the place of builds, when the attempt is over
    QLabel* m_hint = nullptr; // in the bar: what happens while the next attempt is being started
    QString m_title;
};

}
