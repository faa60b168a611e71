// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QSet>
#include <QStringList>

class QPlainTextEdit;
class QToolButton;

namespace torchmason {

// A command in a fixed-width font with a button that copies it. As high as its text up to a limit, then it
// scrolls. The program never runs this text.
class CopyBox : public QFrame {
    Q_OBJECT

public:
    explicit CopyBox(QWidget* parent = nullptr);

    void setText(const QString& text);
    // The same, with some lines in bold. The first line that is new is brought into sight, a bold one before
    // others.
    void setLines(const QStringList& lines, const QSet<int>& boldLines);
    QString text() const;
    // What the button copies in place of all that stands there.
    void setCopied(const QString& text) { m_copied = text; }
    // What this is, for a screen reader: there may be several of them on a page.
    void setSubject(const QString& words);
    // Lines shown at most before it scrolls; 6 by default.
    void setMaximumLines(int lines);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void copyAll();
    struct Shown {
        int height = 0;
        bool isAll = true;
    };
    double textWidth(bool hasScrollBar) const;
    Shown shownText(double width) const;
    void breakLines(double width);
    void adjustHeight();

    QString m_text;
    QString m_copied; // empty: the text
    QPlainTextEdit* m_edit = nullptr;
    QToolButton* m_button = nullptr;
    int m_maximumLines = 6;
};

}
