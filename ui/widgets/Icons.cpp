// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/Icons.h"

#include "ui/widgets/SvgShapes.h"

#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>

#include <algorithm>
#include <memory>
#include <optional>

// The icons are part of a static library: without this call the linker would drop them.
static void initIconResources()
{
    Q_INIT_RESOURCE(icons);
}

namespace torchmason {

namespace {

const auto iconFolder = QStringLiteral(":/torchmason/icons/");

const SvgDrawing& drawing(const QString& name)
{
    static QHash<QString, std::shared_ptr<const SvgDrawing>> cache;
    auto& entry = cache[name];
    if (!entry) {
        initIconResources();
        QFile file(iconFolder + name + QStringLiteral(".svg"));
        const bool open = file.open(QIODevice::ReadOnly);
        Q_ASSERT_X(open, "icon", qPrintable(name));
        entry = std::make_shared<const SvgDrawing>(readSvg(open ? file.readAll() : QByteArray()));
    }
    return *entry;
}

// Back and forth change sides where lines begin at the right.
QString turned(const QString& name)
{
    const auto left = QStringLiteral("chevron-left");
    const auto right = QStringLiteral("chevron-right");
    if (!QGuiApplication::isRightToLeft() || (name != left && name != right))
        return name;
    return name == left ? right : left;
}

// Draws an icon anew for every size and mode, so that it is sharp on every screen and follows changes of the
// palette.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(QString name, std::optional<Tone> tone)
        : m_name(std::move(name))
        , m_tone(tone)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const int side = qMin(rect.width(), rect.height());
        QRectF target(0, 0, side, side);
        target.moveCenter(QRectF(rect).center());
        paintSvg(*painter, drawing(turned(m_name)), target, colour(mode));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty())
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    QColor colour(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return m_tone ? toneColour(*m_tone, palette) : palette.color(QPalette::WindowText);
    }

    QString m_name;
    std::optional<Tone> m_tone;
};

}

QIcon icon(const QString& name)
{
    return QIcon(new LineIconEngine(name, std::nullopt));
}

QIcon icon(const QString& name, Tone tone)
{
    return QIcon(new LineIconEngine(name, tone));
}

QIcon applicationIcon()
{
    return icon(QStringLiteral("torchmason"));
}

int grown(int pixels, const QFontMetrics& letters)
{
    constexpr int usualHeight = 16;
    return std::max(pixels, pixels * letters.height() / usualHeight);
}

}
