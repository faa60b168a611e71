// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QDir>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace torchmason {

// torchmason-cli as people and scripts ask it: with a home folder of its own, at work in the folder around
// it.
class AskedCli {
protected:
    struct Answer {
        int code = -1; // stays so where it crashed or did not end
        QByteArray output;
        QByteArray trouble;
    };
    using Variables = QMap<QString, QString>;

    void makeFolder() { m_folder = std::make_unique<QTemporaryDir>(); }
    QString path(const QString& name = {}) const { return m_folder->filePath(name); }
    QString home(const QString& name = {}) const { return QDir(path(m_home)).filePath(name); }

    QProcessEnvironment environment(const Variables& more = {}) const
    {
        QProcessEnvironment whole = QProcessEnvironment::systemEnvironment();
        whole.insert(QStringLiteral("TORCHMASON_HOME"), home());
        for (const Variables& some : { m_variables, more }) {
            for (auto variable = some.begin(); variable != some.end(); ++variable)
                whole.insert(variable.key(), *variable);
        }
        return whole;
    }
    // For those who do something while it is at work.
    void begin(QProcess& process, const QStringList& words, const Variables& more = {}) const
    {
        process.setProcessEnvironment(environment(more));
        process.setWorkingDirectory(path());
        process.start(QStringLiteral(TORCHMASON_BIN "/torchmason-cli"), words);
    }
    Answer ask(const QStringList& words, const Variables& more = {}) const
    {
        QProcess process;
        begin(process, words, more);
        const bool hasEnded
            = process.waitForFinished(1'200'000) && process.exitStatus() == QProcess::NormalExit;
        return { hasEnded ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError() };
    }

    // One that is no JSON of ours fails the test.
    static Json json(const Answer& answer)
    {
        const auto document = parseJson(answer.output, QStringLiteral("the answer"));
        const bool isOurs = document && document->is_object() && document->value("schema", 0) == 1;
        if (!isOurs)
            QTest::qFail((answer.output + answer.trouble).constData(), __FILE__, __LINE__);
        return isOurs ? *document : Json::object();
    }
    Json json(const QStringList& words) const { return json(ask(words)); }

    // Of an answer that starts with "Attempt 7: ".
    static int number(const Answer& started)
    {
        static const QRegularExpression told(
            QStringLiteral("^Attempt (\\d+):"), QRegularExpression::MultilineOption);
        return told.match(QString::fromUtf8(started.output)).captured(1).toInt();
    }

    QString m_home = QStringLiteral("home"); // in the folder
    Variables m_variables; // of every question

private:
    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

}
