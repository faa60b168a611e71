// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CopySign.h"

#include "ui/text/Ui.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QTimer>

#include <chrono>

namespace torchmason {

namespace {

constexpr std::chrono::seconds shownFor { 2 };

QString copied()
{
    return Ui::tr("Copied");
}

void showSign(QAbstractButton& button)
{
    button.setIcon(icon(QStringLiteral("check"), Tone::Good));
    if (button.text().isEmpty())
        button.setToolTip(copied());
    else
        changeText(button, copied());
    button.setAccessibleName(copied()); // a screen reader reads a name that changes
}

}

void copyFrom(QAbstractButton& button, const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
    const QString name = QStringLiteral("copySign");
    if (auto* shown = button.findChild<QTimer*>(name, Qt::FindDirectChildrenOnly))
        return shown->start();
    auto* sign = new QTimer(&button);
    sign->setObjectName(name);
    sign->setSingleShot(true);
    sign->setInterval(shownFor);
    // What got other words meanwhile keeps them.
    QObject::connect(sign, &QTimer::timeout, &button,
        [&button, sign, picture = button.icon(), words = button.text(), tip = button.toolTip(),
            spoken = button.accessibleName(), least = button.minimumWidth()] {
            button.setIcon(picture);
            button.setMinimumWidth(least); // see changeText()
            if (button.text() == copied())
                button.setText(words);
            if (button.toolTip() == copied())
                button.setToolTip(tip);
            if (button.accessibleName() == copied())
                button.setAccessibleName(spoken);
            sign->setObjectName({});
            sign->deleteLater();
        });
    showSign(button);
    sign->start();
}

}
