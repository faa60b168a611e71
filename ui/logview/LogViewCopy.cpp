// SPDX-License-Identifier: GPL-3.0-or-later
// Copying and saving what is selected in LogView.
#include "core/base/Units.h"
#include "ui/logview/LogView.h"
#include "ui/models/Background.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>

#include <algorithm>

namespace torchmason {

namespace {

// More is copied on another thread.
constexpr qint64 fewLines = 2000;
constexpr qint64 fewBytes = 512 * 1024;

}

std::optional<LogSelection> LogView::selection() const
{
    const auto [first, last] = std::minmax(m_anchor, m_cursor);
    if (first == last)
        return std::nullopt;
    return LogSelection { m_layout, m_isFiltered ? m_rows : std::nullopt, first, last, false };
}

QString LogView::selectedText()
{
    const auto selected = selection();
    if (!selected)
        return {};
    return m_disk.askIfAwake([selected] { return copyLog(*selected).text; }).value_or(QString());
}

void LogView::copy()
{
    if (const auto selected = selection())
        copySelected(*selected);
}

void LogView::copyWithNumbers()
{
    auto selected = selection();
    if (!selected)
        return;
    selected->withNumbers = true;
    copySelected(*selected);
}

void LogView::copySelected(const LogSelection& selected)
{
    const int number = ++m_copyNumber;
    if (selected.lineCount() <= fewLines && selected.byteCount() <= fewBytes) {
        if (const auto copied = m_disk.askIfAwake([selected] { return copyLog(selected); }))
            return takeCopied(*copied, false);
    }
    const int lines = int(selected.lineCount());
    emit noted(lines == 1 ? tr("Copying the line…") : tr("Copying %Ln lines…", nullptr, lines));
    runInBackground(
        diskPool(), this, [selected] { return copyLog(selected); },
        [this, number](const CopiedLog& copied) {
            if (number == m_copyNumber)
                takeCopied(copied, true);
        });
}

void LogView::takeCopied(const CopiedLog& copied, bool wasLarge)
{
    if (!copied.text.isEmpty())
        QGuiApplication::clipboard()->setText(copied.text);
    const int lines = int(copied.lines);
    const QString most = formatBytes(Bytes(mostCopiedBytes));
    if (copied.isCut && copied.lines == 0)
        emit noted(tr("Nothing was copied: the first selected line alone is larger than %1.").arg(most));
    else if (copied.isCut)
        emit noted((lines == 1 ? tr("Only the first line was copied: the selection is larger than %1.")
                               : tr("Only the first %Ln lines were copied: the selection is larger than %1.",
                                   nullptr, lines))
                       .arg(most));
    else if (wasLarge)
        emit noted(lines == 1 ? tr("The line was copied.") : tr("%Ln lines were copied.", nullptr, lines));
}

// A file dialog may show other things meanwhile: what was selected before is saved.
void LogView::saveSelection()
{
    const auto selected = selection();
    if (!selected)
        return;
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the selection"), QStringLiteral("log.txt"), tr("Text (*.txt *.log);;All files (*)"));
    if (path.isEmpty())
        return;
    runInBackground(
        diskPool(), this, [selected, path] { return saveLog(*selected, path); },
        [this, path](const Result<qint64>& lines) {
            emit noted(!lines     ? lines.error().message
                    : *lines == 1 ? tr("The line was saved to %1.").arg(QDir::toNativeSeparators(path))
                                  : tr("%Ln lines were saved to %1.", nullptr, int(*lines))
                                        .arg(QDir::toNativeSeparators(path)));
        });
}

}
