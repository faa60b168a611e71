// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace torchmason {

class BuildDraft;
class ElidedLabel;

// Which Python builds, and what chose it (the user, the profile, the search); another one can be chosen, for
// all builds as on the Machine page.
class PythonField : public QWidget {
    Q_OBJECT

public:
    explicit PythonField(BuildDraft& draft, QWidget* parent = nullptr);

    void refresh();

private:
    void createWidgets();

    BuildDraft& m_draft;
    ElidedLabel* m_which = nullptr;
    QLabel* m_from = nullptr;
    QPushButton* m_change = nullptr;
    QPushButton* m_found = nullptr;
};

}
