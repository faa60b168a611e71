// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;

namespace torchmason {

class ElidedLabel;

// A row that asks for one line of text. Return takes it, Escape leaves; the owner shows it when it asks, and
// hides it when it was left.
class AskBar : public QWidget {
    Q_OBJECT

public:
    struct Question {
        QString label; // "Go to"
        QString help; // tool tip
        QString text; // to begin with
        // What the text means, told beside the field while it is typed; may be empty. Behind it the same in
        // fewer words.
        std::function<QStringList(const QString& text)> hint;
        // Whether the text could be taken; the row stays where not.
        std::function<bool(const QString& text)> take;
    };

    explicit AskBar(QWidget* parent = nullptr);

    void ask(const Question& question);

signals:
    void asked();
    void left(); // by Return, Escape or a button

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showHint();
    void take();

    Question m_question;
    QLabel* m_label = nullptr;
    QLineEdit* m_field = nullptr;
    ElidedLabel* m_hint = nullptr;
};

}
