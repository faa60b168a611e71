// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace torchmason {

class BuildDraft;
class ChoiceField;
class FolderField;
class InstallField;
class PackagesField;
class PythonField;

// What few builds need: which Python, an environment of the build's own and its packages, another release,
// and where the wheel is installed.
class MoreForm : public QWidget {
    Q_OBJECT

public:
    explicit MoreForm(BuildDraft& draft, QWidget* parent = nullptr);

    // What is set here, in words, for while the form is folded away: "Separate environment with
    // numpy 1.26.4; tag v2.14.0". Where nothing is, what there would be to set.
    QString summary() const;
    int nameWidth() const;
    // Of names and boxes, as in the form above.
    void setColumnWidths(int names, int boxes);

private:
    void createWidgets();
    void createEnvironment();
    void layOut();
    void connectAll();
    void connectInstall();
    QLabel* addRow(const QString& text, QWidget* field, Qt::Alignment alignment = {});
    void refresh();
    void refreshEnvironment();
    void refreshRelease();
    void refreshInstall();

    BuildDraft& m_draft;
    QGridLayout* m_grid = nullptr;
    PythonField* m_python = nullptr;
    ChoiceField* m_venv = nullptr;
    PackagesField* m_packages = nullptr;
    FolderField* m_wheels = nullptr;
    QLabel* m_tagName = nullptr;
    QLineEdit* m_tag = nullptr;
    InstallField* m_install = nullptr;
};

}
