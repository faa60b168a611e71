// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/LogSettings.h"

#include "ui/logview/Editor.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Parts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFormLayout>
#include <QLineEdit>

namespace torchmason {

namespace {

const QString fontKey = QStringLiteral("log/font"); // as LogPanel::readLetters() has them
const QString zoomKey = QStringLiteral("log/zoom");
constexpr int smallestSize = 5; // points
constexpr int largestSize = 40;

}

LogSettings::LogSettings(QFormLayout& form, QWidget* parent)
    : QObject(parent)
    , m_parent(parent)
{
    m_font = named(new FocusWheelComboBox(parent), "settingsLogFont",
        tr("The font of logs; only fonts with letters of equal width are listed"), tr("Font of logs"));
    m_font->addItem(tr("Same as the system"), QString());
    for (const QString& family : QFontDatabase::families()) {
        if (QFontDatabase::isFixedPitch(family) && !QFontDatabase::isPrivateFamily(family))
            m_font->addItem(family, family);
    }
    m_font->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_font->setMinimumContentsLength(24);
    m_size = named(new FocusWheelSpinBox(parent), "settingsLogSize",
        tr("The size of the text in logs; Ctrl and the mouse wheel change it in the log"),
        tr("Text size of logs"));
    m_size->setRange(smallestSize, largestSize);
    m_size->setSuffix(tr(" pt"));
    read();
    auto* letters = new QWidget(parent);
    rowOf(letters, {}, spacing::inner, { m_font, m_size, Part::stretch() });
    letters->setFocusProxy(m_font);
    form.addRow(tr("Font of logs"), letters);
    form.addRow(tr("Editor"), editorField(parent));
    connect(m_font, &QComboBox::activated, this, [this] {
        settings()->setValue(fontKey, m_font->currentData().toString());
        emit lettersChanged();
    });
    connect(m_size, &QSpinBox::valueChanged, this, [this](int points) {
        settings()->setValue(zoomKey, points - usualSize());
        emit lettersChanged();
    });
}

int LogSettings::usualSize() const
{
    return qRound(QFontInfo(m_parent->font()).pointSizeF());
}

void LogSettings::read()
{
    const QSignalBlocker quiet(m_size);
    m_size->setValue(usualSize() + settings()->value(zoomKey, 0).toInt());
    m_font->setCurrentIndex(std::max(0, m_font->findData(settings()->value(fontKey).toString())));
    if (m_editor && editorFromText(m_editor->text()) != editorCommand()) // not while it is being typed
        m_editor->setText(editorText(editorCommand()));
}

void LogSettings::checkEditor()
{
    m_editorQuery.ask(
        {}, [command = editorCommand()](const std::stop_token&) { return editorProblem(command); },
        [this](const QString& problem) {
            m_editorProblem->setMessage(Tone::Warning, problem);
            m_editorProblem->setVisible(!problem.isEmpty());
        });
}

QWidget* LogSettings::editorField(QWidget* parent)
{
    auto* whole = new QWidget(parent);
    auto* field = m_editor = named(new QLineEdit(editorText(editorCommand()), whole), "settingsEditor",
        tr("What opens the files that a log names: a program and its arguments, in which {file} and {line} "
           "stand for the place. Put quotation marks around what has a space in it. Empty: what the desktop "
           "uses."),
        tr("Editor for files that a log names"));
    field->setPlaceholderText(
        tr("The desktop's, or for example: %1").arg(QStringLiteral("kate --line {line} {file}")));
    field->setClearButtonEnabled(true);
    m_editorProblem = named(new Banner(whole), "settingsEditorProblem");
    m_editorProblem->hide();
    columnOf(whole, {}, spacing::small, { field, m_editorProblem });
    whole->setFocusProxy(field);
    connect(field, &QLineEdit::textChanged, this, [this](const QString& text) {
        setEditorCommand(editorFromText(text));
        m_editorQuery.forget(); // half a name is none
        m_editorProblem->hide();
    });
    connect(field, &QLineEdit::editingFinished, this, &LogSettings::checkEditor);
    return whole;
}

}
