// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Patience.h"
#include "ui/models/OwnThread.h"
#include "ui/models/PatientDisk.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QMutex>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <memory>

// What tests of windows begin with, and how they find their widgets.
namespace torchmason {

// A home folder for the program that is empty. In the test that asks for it, a warning that nobody expects
// is a failure.
inline std::unique_ptr<QTemporaryDir> freshHome()
{
    // The platform plugin without a screen says the first by itself, Windows' in Wine the next three; and on
    // Windows a folder stays while a window that the test leaves open reads a file in it.
    QTest::failOnWarning(QRegularExpression(QStringLiteral(
        "^(?!This plugin does not support|EnableNonClientDpiScaling|setGeometry: Unable to set geometry"
        "|queryDarkBorder|QTemporaryDir: Unable to remove)")));
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); // tests type into Qt's own
    PatientDisk::patience = std::chrono::seconds(30); // what is only slow on a busy machine is waited for
    longestWaitForThread = std::chrono::seconds(1);
    auto home = std::make_unique<QTemporaryDir>();
    if (!home->isValid())
        qFatal("no folder for the test: %s", qPrintable(home->errorString()));
    qputenv("TORCHMASON_HOME", home->path().toUtf8());
    return home;
}

// Never null: without the widget the test cannot go on.
template <typename T = QWidget> T* findIn(const QObject& parent, const QString& name)
{
    T* found = parent.findChild<T*>(name);
    if (!found)
        qFatal("no %s in %s", qPrintable(name), qPrintable(parent.objectName()));
    return found;
}

// What one thread tells and another looks at.
template <typename T> class Guarded {
public:
    template <typename Change> void change(Change change)
    {
        const QMutexLocker lock(&m_mutex);
        change(m_value);
    }
    T value() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_value;
    }

private:
    mutable QMutex m_mutex;
    T m_value {};
};

// As a user does it: the box tells that it was done.
inline void choose(QComboBox* box, int index)
{
    box->setCurrentIndex(index);
    emit box->activated(index);
}

// The button that starts a build: another one where checks say that it will fail.
inline QAbstractButton* buildButtonIn(const QObject& parent)
{
    auto* anyway = findIn<QAbstractButton>(parent, QStringLiteral("wizardAnyway"));
    return anyway->isHidden() ? findIn<QAbstractButton>(parent, QStringLiteral("wizardNext")) : anyway;
}

inline void clickIn(const QObject& parent, const QString& name)
{
    findIn<QAbstractButton>(parent, name)->click();
}

}
