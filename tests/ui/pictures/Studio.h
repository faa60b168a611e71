// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/pictures/Look.h"
#include "tests/ui/pictures/Shelf.h"
#include "ui/frame/MainWindow.h"

#include <QAbstractButton>
#include <QImage>

#include <functional>
#include <memory>

namespace torchmason {

class AttemptView;
class LogPanel;

// Why a page cannot be taken. Thrown, because each of the many small steps to a page may find that its button
// has another name now.
struct Untaken {
    QString sentence;
};

// A window for one picture: with attempts of a shelf, on a machine that is the same everywhere.
class Studio {
public:
    // The attempts are kept below `home`, each shelf in a home folder of its own. `data`: where those that
    // were really built lie; empty: made up ones.
    Studio(const Look& look, const QString& home, const QString& data);

    // A new window, as the program is at its first start with these attempts.
    void open(Shelf shelf);
    MainWindow& window() const { return *m_window; }
    bool hasMadeUp() const { return m_data.isEmpty(); }

    // The one of this name that is seen. Throws where there is none.
    template <typename T = QWidget> T* find(const char* name, const QWidget* within = nullptr) const
    {
        for (T* one : (within ? within : m_window.get())->findChildren<T*>(QLatin1String(name))) {
            if (isSeen(one))
                return one;
        }
        throw Untaken { QStringLiteral("there is no %1 to be seen").arg(QLatin1String(name)) };
    }
    // The same, as soon as it is seen.
    void waitToSee(const char* name) const;
    template <typename T> T* findChild() const
    {
        for (T* one : m_window->findChildren<T*>()) {
            if (isSeen(one))
                return one;
        }
        throw Untaken {
            QStringLiteral("there is no %1 to be seen").arg(QLatin1String(T::staticMetaObject.className()))
        };
    }
    void click(const char* button, const QWidget* within = nullptr) const
    {
        find<QAbstractButton>(button, within)->click();
    }
    // The dialog that a click has opened.
    QWidget* dialog() const;
    void waitFor(const char* what, const std::function<bool()>& holds) const;
    void wait(int milliseconds) const;

    // Opens the attempt that ended so, the one with most steps. Throws where there is none.
    AttemptView* openAttempt(AttemptState state, bool isImported = false) const;
    AttemptView* openAttempt(const QString& folder) const;
    void waitForLog() const;

    // Waits until nothing changes any more.
    QImage picture(QWidget* shown) const;
    QImage picture() const; // of the window

private:
    static bool isSeen(const QObject* object);

    const Look m_look;
    const QString m_home;
    const QString m_data;
    std::unique_ptr<MainWindow> m_window;
};

}
