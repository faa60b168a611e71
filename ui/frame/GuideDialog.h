// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace torchmason {

// The user's guide and what it links to, without its pictures: the program carries these texts.
class GuideDialog : public QDialog {
    Q_OBJECT

public:
    explicit GuideDialog(QWidget* parent = nullptr);

    // "guide.md", "guide.md#read-a-log": a text at its beginning or at one of its headings. false where it is
    // not there.
    bool openPlace(const QString& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    bool showPlace(const QString& place);
    void follow(const QUrl& link);
    void goBack();
    void find(bool backwards);

    // Made as they are read: Tab goes that way.
    QToolButton* m_back;
    QLineEdit* m_search;
    QLabel* m_nothing;
    QTextBrowser* m_text;
    QStringList m_places; // that were shown, the last one now
};

}
