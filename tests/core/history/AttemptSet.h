// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"

#include <QTest>

namespace torchmason {

// Attempts of one tree as the runner writes them: made by AttemptStore, written by AttemptWriter.
class AttemptSet {
public:
    explicit AttemptSet(const QString& folder)
        : m_store(folder)
    {
        facts.gpus.append({ "NVIDIA GeForce RTX 5070", "12.0", {}, "575.57.08", "nvidia-smi" });
        facts.cudaToolkits.append(
            { "/usr/local/cuda", "/usr/local/cuda/bin/nvcc", "12.9.86", true, {}, "PATH" });
        facts.tools.append({ "cmake", "/usr/bin/cmake", "3.31.6", "cmake --version" });
        request.profileId = QStringLiteral("cuda");
        request.profileName = QStringLiteral("CUDA");
        request.source.version = QStringLiteral("2.6.0");
        request.sourceFolder = QStringLiteral("/src/pytorch");
        request.buildFolder = QStringLiteral("/src/pytorch/build");
        setFlag("TORCH_CUDA_ARCH_LIST", "8.9");
    }

    // What the next attempts are asked for.
    BuildRequest request;
    HostFacts facts;

    void setFlag(const QString& name, const QString& value, ValueOrigin origin = ValueOrigin::User)
    {
        request.configuration.setFlag({ name, value, {}, origin });
    }
    // The next attempt; a rule makes it fail in `stage`. Answers its number.
    int add(AttemptState state, const QString& rule = {}, const QString& title = {})
    {
        request.hostFacts = toJson(facts);
        const auto reserved = m_store.reserve(request);
        auto writer = AttemptWriter::open(reserved->folder);
        AttemptRecord record;
        record.number = reserved->number;
        record.state = state;
        record.request = request;
        record.createdAt = 1'700'000'000'000 + reserved->number * 3'600'000LL;
        record.startedAt = record.createdAt;
        record.duration = compileTime;
        record.edgesDone = 6000;
        record.folderSwitches = folderSwitches;
        record.firstFinding = title.isEmpty() ? rule : title;
        record.firstFindingRule = rule;
        StageResult compile;
        compile.id = stage;
        compile.state = state == AttemptState::Succeeded ? StageState::Succeeded
            : state == AttemptState::Failed              ? StageState::Failed
                                                         : StageState::Stopped;
        compile.duration = compileTime;
        compile.cache = cache;
        record.stages.append(compile);
        const bool isWritten = (*writer)->writeRecord(record).ok();
        if (!isWritten)
            QTest::qFail("the record cannot be written", __FILE__, __LINE__);
        return reserved->number;
    }
    // The next ones go on with that attempt; with a fix they apply it to the rule.
    void goOnWith(int number, const QString& rule = {}, const QString& fix = {})
    {
        request.continuesAttempt = number;
        if (!fix.isEmpty())
            request.answers.append({ number, rule, {}, fix });
    }

    const AttemptStore& store() const { return m_store; }

    Milliseconds compileTime { 3'600'000 };
    QString stage = QStringLiteral("compile"); // the only one that the next attempts have
    std::optional<CacheUse> cache;
    std::optional<QMap<QString, QString>> folderSwitches;

private:
    AttemptStore m_store;
};

}
