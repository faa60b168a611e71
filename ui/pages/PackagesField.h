// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace torchmason {

// Python packages, each as NAME==VERSION, separated by spaces. Words that are none are told and not taken.
class PackagesField : public QWidget {
    Q_OBJECT

public:
    explicit PackagesField(QWidget* parent = nullptr);

    QStringList packages() const; // those that can be taken
    QString wrongWord() const; // the first that cannot; empty: all can
    void setPackages(const QStringList& packages); // emits nothing
    // What is installed while nothing is typed.
    void setPlaceholder(const QString& text);

signals:
    void packagesEdited(const QStringList& packages);

private:
    QStringList words() const;
    void check();

    QLineEdit* m_edit = nullptr;
    QLabel* m_problem = nullptr;
};

}
