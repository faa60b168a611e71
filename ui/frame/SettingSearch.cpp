// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/SettingSearch.h"

#include <QAbstractButton>
#include <QFormLayout>
#include <QLabel>
#include <QWidget>

#include <algorithm>

namespace torchmason {

namespace {

// What a field says of itself, and what its parts do.
QString wordsOf(const QWidget& field)
{
    QStringList words { field.toolTip(), field.accessibleName() };
    if (const auto* button = qobject_cast<const QAbstractButton*>(&field))
        words << button->text();
    if (const auto* label = qobject_cast<const QLabel*>(&field))
        words << label->text();
    for (const QWidget* part : field.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        words << wordsOf(*part);
    return words.join(u'\n').remove(u'&');
}

QString wordsOf(const QFormLayout& form, int row)
{
    QString words;
    for (const auto role : { QFormLayout::LabelRole, QFormLayout::FieldRole }) {
        const QLayoutItem* item = form.itemAt(row, role);
        if (item && item->widget())
            words += wordsOf(*item->widget()) + u'\n';
    }
    return words;
}

}

bool showSettingsWith(const QString& words, QWidget& page)
{
    const QStringList searched = words.split(u' ', Qt::SkipEmptyParts);
    bool isAny = false;
    for (QFormLayout* form : page.findChildren<QFormLayout*>()) {
        for (int row = 0; row < form->rowCount(); ++row) {
            const QString text = wordsOf(*form, row);
            const bool isFound = std::all_of(searched.begin(), searched.end(),
                [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
            form->setRowVisible(row, isFound);
            isAny = isAny || isFound;
        }
    }
    return isAny;
}

}
