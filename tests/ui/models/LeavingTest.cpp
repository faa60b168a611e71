// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cstdlib>

class LeavingTest : public QObject {
    Q_OBJECT

private slots:
    // A thread that waits for a disk may still use them when the program ends.
    void staticObjectsStay()
    {
        struct Used {
            ~Used() { std::abort(); }
        };
        static const Used used;
    }
};

QTEST_GUILESS_MAIN(LeavingTest)
#include "LeavingTest.moc"
