// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QTest>

#include <utility>

#include <sys/mount.h>

namespace torchmason {

// A small disk of its own; only root may mount one.
class SmallDisk {
public:
    explicit SmallDisk(QString folder, QByteArray size = "size=512k,nr_inodes=120")
        : m_folder(std::move(folder))
        , m_size(std::move(size))
    {
        m_isMounted = QDir().mkpath(m_folder)
            && ::mount("tmpfs", m_folder.toUtf8().constData(), "tmpfs", 0, m_size.constData()) == 0;
    }
    ~SmallDisk()
    {
        if (m_isMounted)
            ::umount2(m_folder.toUtf8().constData(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    bool isMounted() const { return m_isMounted; }
    QString path(const QString& name) const { return m_folder + QLatin1Char('/') + name; }

    void breakIt(const QString& how)
    {
        if (how == QLatin1String("full"))
            fill();
        else if (how == QLatin1String("no inodes"))
            useInodes();
        else
            QCOMPARE(
                ::mount(nullptr, m_folder.toUtf8().constData(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
    }
    void mendIt(const QString& how)
    {
        if (how == QLatin1String("read-only"))
            QCOMPARE(
                ::mount(nullptr, m_folder.toUtf8().constData(), nullptr, MS_REMOUNT, m_size.constData()), 0);
        QDir(path(QStringLiteral("others"))).removeRecursively();
    }

private:
    void fill() const
    {
        QVERIFY(QDir().mkpath(path(QStringLiteral("others"))));
        QFile file(path(QStringLiteral("others/large")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        while (file.write(QByteArray(4096, 'x')) == 4096) { }
    }
    void useInodes() const
    {
        QVERIFY(QDir().mkpath(path(QStringLiteral("others"))));
        for (int number = 0; number < 1000; ++number) {
            QFile file(path(QStringLiteral("others/%1").arg(number)));
            if (!file.open(QIODevice::WriteOnly))
                return;
        }
        QFAIL("The inodes do not come to an end.");
    }

    QString m_folder;
    QByteArray m_size;
    bool m_isMounted = false;
};

}
