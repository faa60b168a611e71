// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/AboutDialog.h"

#include "core/base/Libraries.h"
#include "ui/charts/ChartWidget.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

namespace torchmason {

namespace {

constexpr int iconSide = 40;

QString aboutText()
{
    return AboutDialog::tr("Torchmason %1\nBuilds PyTorch from source.\n"
                           "Free software under the GNU General Public License, version 3 or later.\n\n"
                           "Made with:")
               .arg(QStringLiteral(TORCHMASON_VERSION))
        + u'\n' + AboutDialog::libraries().join(u'\n');
}

}

AboutDialog::AboutDialog(QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("aboutDialog"));
    setWindowTitle(tr("About Torchmason"));
    auto* picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(iconSide, iconSide));
    QLabel* text = plainText(this, "aboutText");
    text->setText(aboutText());
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setMinimumWidth(50 * fontMetrics().averageCharWidth());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = pushButton(
        this, "aboutCopy", "copy", tr("&Copy"), tr("Copies all of this text, for a message to others"));
    buttons->addButton(copy, QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [copy] { copyFrom(*copy, aboutText()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    columnOf(this, pageMargins, spacing::group,
        { rowOf(spacing::group, { { picture, 0, Qt::AlignTop }, { text, 1 } }), Part::stretch(), buttons });
    buttons->button(QDialogButtonBox::Close)->setFocus();
}

QStringList AboutDialog::libraries()
{
    QStringList shown;
    for (const Library& library : usedLibraries())
        shown << shownLibrary(library);
    return shown << ChartWidget::library();
}

}
