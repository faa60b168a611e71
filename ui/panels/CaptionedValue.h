// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace torchmason {

// A number with its caption below, in digits that do not jitter: "41 min 12 s" over "elapsed".
class CaptionedValue : public QWidget {
    Q_OBJECT

public:
    // `widest` is the longest text that is expected; its room is kept from the start, while it may change.
    CaptionedValue(const QString& caption, const QString& widest, QWidget* parent = nullptr);

    // An empty text hides the figure.
    void setText(const QString& text);
    void setCaption(const QString& caption);
    void setChanging(bool changes); // true at first
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void updateAccessibleName();
    int widestWidth() const; // pixels

    const QString m_widest;
    bool m_isChanging = true;
    QLabel* m_value = nullptr;
    QLabel* m_caption = nullptr;
};

}
