// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/HowBuilt.h"
#include "ui/models/Background.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace torchmason {

class ComparedTree;
class CopyBox;
class SearchField;

// How an attempt was built: profile, source, flags and where they come from, variables, folders, tools, the
// machine, and the exact commands. Read when it is looked at.
class HowBuiltPanel : public QWidget {
    Q_OBJECT

public:
    explicit HowBuiltPanel(QWidget* parent = nullptr);

    void clear();
    void showRecord(const AttemptRecord& record, const QString& folder);
    void focusSearch();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void createWidgets();
    void layOut();
    void query();
    void refresh();
    void measure();
    void fitFrom();
    bool isShown(const BuiltRow& row) const;
    void showCurrent();
    void copyAll() const;

    AttemptRecord m_record;
    QString m_folder;
    QVector<BuiltRow> m_rows;
    LatestQuery m_query { this, LatestQuery::Order::OneByOne };
    SearchField* m_filter = nullptr;
    QCheckBox* m_differing = nullptr;
    QPushButton* m_copy = nullptr;
    ComparedTree* m_tree = nullptr;
    QLabel* m_name = nullptr;
    int m_widestFrom = 0;
    int m_usualFrom = 0; // width of nine of ten
    int m_usualValue = 0;
    int m_fromWidth = 0; // as it was fitted; another one was dragged
    CopyBox* m_value = nullptr; // of the current row, whole
};

}
