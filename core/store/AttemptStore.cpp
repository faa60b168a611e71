// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptStore.h"

#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/base/LockFile.h"
#include "core/base/Platform.h"
#include "core/base/SentencePart.h"
#include "core/base/WholeFile.h"
#include "core/request/PythonEnvironment.h"
#include "core/store/SecretMask.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QThread>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace torchmason {

namespace {

// On Windows a folder keeps its name while a program reads a file in it: a virus scanner reads all that is
// new.
constexpr std::chrono::milliseconds renamePatience { hostPlatform() == Platform::Windows ? 60'000 : 200 };

constexpr int retirePatience = 10'000; // milliseconds

constexpr qsizetype mostReaders = 4;
constexpr qsizetype worthAThread = 50; // attempts

constexpr int mostAttempts = 100'000'000; // nobody has made as many

// "0007" -> 7. Other names, and other spellings of a number, are not ours: 0.
int numberOf(const QString& name)
{
    bool isNumber = false;
    const int number = name.toInt(&isNumber);
    return isNumber && number > 0 && number < mostAttempts
            && QStringLiteral("%1").arg(number, 4, 10, QLatin1Char('0')) == name
        ? number
        : 0;
}

QVector<int> numbersIn(const QString& folder)
{
    QVector<int> numbers;
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden)) {
        if (const int number = numberOf(name))
            numbers.append(number);
    }
    std::sort(numbers.begin(), numbers.end(), std::greater<int>());
    return numbers;
}

QString retiredFile(const QString& folder)
{
    return folder + QStringLiteral("/last-number");
}

// The highest number of those that were deleted, as far as a torn file can be believed.
int lastRetired(const QString& folder)
{
    const int number = readFirstLine(retiredFile(folder)).toInt();
    return number > 0 && number < mostAttempts ? number : 0;
}

int nextNumber(const QString& folder)
{
    return std::max(numbersIn(folder).value(0), lastRetired(folder)) + 1;
}

// Only this user enters it: logs hold paths, names and whatever a build prints. On Windows the folder above
// is the user's own, and what is in it is so, too.
bool makeOwnFolder(const QString& path)
{
    if constexpr (hostPlatform() == Platform::Windows)
        return QDir().mkdir(path);
    return QDir().mkdir(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

Result<void> putNumber(const QString& folder, int number)
{
    auto document = readJsonFile(AttemptFiles::record(folder));
    if (!document)
        return document.error();
    document.value()["number"] = number;
    return writeJsonFile(AttemptFiles::record(folder), *document);
}

// What is kept is what the runner builds, so it must not need a secret that is masked in it.
Result<void> checkSecrets(const BuildRequest& request)
{
    if (withoutSecrets(request.source.url).contains(maskedText()))
        return Error { Core::tr("The address of the source tree holds a password or token, which would be "
                                "kept with the attempt; leave it out and use git's credential helper.") };
    for (const QString& package : request.python.packages) {
        if (!isPinnedPackage(package))
            return Error { Core::tr("The Python package \"%1\" cannot be installed for this build; "
                                    "write it as NAME==VERSION.")
                               .arg(withoutSecrets(package)) };
    }
    for (const FlagValue& flag : request.configuration.flags) {
        if (holdsSecret(flag))
            return Error { Core::tr(
                "The flag %1 holds a secret, which would be kept with the attempt; leave the "
                "flag out and put the secret into an environment variable instead.")
                               .arg(flag.name) };
    }
    return {};
}

AttemptSummary summaryOf(int number, const QString& folder, AttemptFiles::RecordPart part)
{
    AttemptSummary summary;
    summary.number = number;
    summary.folder = folder;
    auto record = AttemptFiles::readRecord(folder, part);
    if (record)
        summary.record = std::move(record).value();
    else
        summary.error = record.error().message;
    if (auto notes = readNotes(folder))
        summary.notes = std::move(notes).value();
    else
        summary.notesProblem = notes.error().message;
    summary.record.number = number; // the folder's name counts: a copied folder keeps its old number inside
    return summary;
}

// Of many attempts several are read at once: opening files takes as long as reading what is in them.
QVector<AttemptSummary> summariesIn(const AttemptStore& store, AttemptFiles::RecordPart part)
{
    const QVector<int> numbers = numbersIn(store.folder());
    QVector<AttemptSummary> summaries(numbers.size());
    const qsizetype readers = std::clamp<qsizetype>(numbers.size() / worthAThread, 1,
        std::clamp<qsizetype>(std::thread::hardware_concurrency(), 1, mostReaders));
    const auto read = [&, places = summaries.data()](qsizetype first) {
        for (qsizetype at = first; at < numbers.size(); at += readers)
            places[at] = summaryOf(numbers.at(at), store.attemptFolder(numbers.at(at)), part);
    };
    std::vector<std::future<void>> others; // each waits for its end where it is destroyed
    for (qsizetype reader = 1; reader < readers; ++reader)
        others.push_back(std::async(std::launch::async, read, reader));
    read(0);
    return summaries;
}

}

AttemptStore::AttemptStore(QString folder)
    : m_folder(std::move(folder))
{
}

QVector<AttemptSummary> AttemptStore::list() const
{
    return summariesIn(*this, AttemptFiles::RecordPart::WithoutPlan);
}

QVector<AttemptSummary> AttemptStore::outlines() const
{
    return summariesIn(*this, AttemptFiles::RecordPart::Outline);
}

Result<AttemptSummary> AttemptStore::attempt(int number, AttemptFiles::RecordPart part) const
{
    const QString folder = attemptFolder(number);
    if (number < 1 || !QFileInfo(folder).isDir())
        return Error { Core::tr("There is no attempt %1 in %2.").arg(number).arg(m_folder) };
    return summaryOf(number, folder, part);
}

QString AttemptStore::attemptFolder(int number) const
{
    return m_folder + QStringLiteral("/%1").arg(number, 4, 10, QLatin1Char('0'));
}

Result<void> AttemptStore::retire(int number) const
{
    QLockFile oneAtATime(retiredFile(m_folder) + QStringLiteral(".lock"));
    if (const auto taken = takeLock(oneAtATime, retirePatience); !taken)
        return taken.error();
    if (number <= lastRetired(m_folder))
        return {};
    QSaveFile file(retiredFile(m_folder));
    if (!writeWhole(file, QByteArray::number(number) + '\n'))
        return Error { Core::tr("Cannot write %1: %2.").arg(file.fileName(), file.errorString()) };
    return {};
}

Result<ReservedAttempt> AttemptStore::reserve(const BuildRequest& request) const
{
    if (const auto checked = checkSecrets(request); !checked)
        return checked.error();
    if (!QDir().mkpath(m_folder))
        return Error { Core::tr("Cannot make the folder %1 for the attempts.").arg(m_folder) };
    ReservedAttempt reserved;
    reserved.number = nextNumber(m_folder);
    // The program that makes the folder owns the number; another one may be faster.
    while (!makeOwnFolder(attemptFolder(reserved.number))) {
        if (!QFileInfo::exists(attemptFolder(reserved.number)))
            return Error { Core::tr("Cannot make the folder %1: is the disk full or read-only?")
                               .arg(attemptFolder(reserved.number)) };
        ++reserved.number;
    }
    reserved.folder = attemptFolder(reserved.number);
    Json document = toJson(masked(request));
    document["createdAt"] = systemClock().wallMilliseconds();
    if (auto written = writeJsonFile(AttemptFiles::request(reserved.folder), document); !written) {
        QDir().rmdir(reserved.folder);
        return written.error();
    }
    return reserved;
}

Result<ReservedAttempt> AttemptStore::adopt(const QString& prepared) const
{
    const QDeadlineTimer patience(renamePatience);
    ReservedAttempt adopted;
    for (int number = nextNumber(m_folder); QFileInfo::exists(prepared);) {
        if (adopted.number != number) {
            if (const auto put = putNumber(prepared, number); !put)
                return put.error();
            adopted.number = number;
            adopted.folder = attemptFolder(number);
        }
        // Replaces no folder, not even an empty one (of some network disks only those with files): another
        // program may just have made it.
        if (QFile::rename(prepared, adopted.folder))
            return adopted;
        if (QFileInfo::exists(adopted.folder))
            ++number;
        else if (patience.hasExpired())
            break;
        else
            QThread::msleep(20);
    }
    std::error_code reason;
    std::filesystem::rename(
        QFileInfo(prepared).filesystemFilePath(), QFileInfo(adopted.folder).filesystemFilePath(), reason);
    if (!reason)
        return adopted;
    return Error { Core::tr("Cannot give %1 the name %2: %3.")
                       .arg(prepared, adopted.folder,
                           sentencePart(QString::fromLocal8Bit(reason.message().c_str()))) };
}

}
