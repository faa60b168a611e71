// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Appearance.h"

#include "ui/frame/ApplicationStyle.h"
#include "ui/widgets/Contrast.h"
#include "ui/widgets/Theme.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

struct Colours {
    QRgb window, base, alternate, text, button, light, mid, dark, highlight, highlightedText, link, disabled;
};

QPalette paletteOf(const Colours& colours)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, QRgb colour) { palette.setColor(role, QColor(colour)); };
    set(QPalette::Window, colours.window);
    set(QPalette::Base, colours.base);
    set(QPalette::AlternateBase, colours.alternate);
    set(QPalette::Button, colours.button);
    set(QPalette::ToolTipBase, colours.base);
    for (QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::ToolTipText, QPalette::BrightText })
        set(role, colours.text);
    set(QPalette::Light, colours.light);
    set(QPalette::Midlight, colours.light);
    set(QPalette::Mid, colours.mid);
    set(QPalette::Dark, colours.dark);
    set(QPalette::Shadow, 0x000000);
    set(QPalette::Highlight, colours.highlight);
    set(QPalette::HighlightedText, colours.highlightedText);
    set(QPalette::Link, colours.link);
    set(QPalette::LinkVisited, colours.link);
    palette.setColor(QPalette::PlaceholderText, toneColour(Tone::Neutral, palette));
    for (QPalette::ColorRole role :
        { QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText })
        palette.setColor(QPalette::Disabled, role, QColor(colours.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(colours.mid));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(colours.text));
    return palette;
}

// Paler than the text, and still read on the ground.
QColor paleText(const QColor& text, const QColor& ground)
{
    double share = 0.65;
    while (share < 1 && contrastRatio(mixed(text, ground, share), ground) < 4.5)
        share += 0.05;
    return mixed(text, ground, std::min(share, 1.0));
}

// A placeholder may let the ground through.
double contrastOn(const QColor& ground, const QColor& ink)
{
    return contrastRatio(mixed(ink, ground, ink.alphaF()), ground);
}

void completeSelection(QPalette& palette)
{
    for (const auto group : { QPalette::Active, QPalette::Inactive, QPalette::Disabled }) {
        const QColor ground = palette.color(group, QPalette::Highlight);
        if (contrastOn(ground, palette.color(group, QPalette::HighlightedText)) >= 4.5)
            continue;
        const bool takesBlack = contrastRatio(Qt::black, ground) > contrastRatio(Qt::white, ground);
        palette.setColor(group, QPalette::HighlightedText, takesBlack ? Qt::black : Qt::white);
    }
}

// What the platform gave us, before anything was changed.
struct PlatformLook {
    QString style;
    QPalette palette;
};

const PlatformLook& platformLook()
{
    static const PlatformLook look { QApplication::style()->objectName(), QApplication::palette() };
    return look;
}

// A platform that brings no style and no palette of its own shows Qt's fallback; ours is then better.
bool platformHasOwnLook()
{
    const PlatformLook& look = platformLook();
    if (look.style.compare(QStringLiteral("fusion"), Qt::CaseInsensitive) != 0)
        return true;
    const QColor fallback = QApplication::style()->standardPalette().color(QPalette::Window);
    return look.palette.color(QPalette::Window) != fallback
        && look.palette.color(QPalette::Window) != QColor(0xefefef);
}

}

namespace {

const QStringList& appearanceIds()
{
    static const QStringList ids { QStringLiteral("system"), QStringLiteral("light"),
        QStringLiteral("dark") };
    return ids; // as they stand in the enum
}

}

std::optional<Appearance> appearanceFromId(const QString& id)
{
    const qsizetype found = appearanceIds().indexOf(id);
    return found < 0 ? std::nullopt : std::optional(Appearance(found));
}

QString appearanceId(Appearance appearance)
{
    return appearanceIds().at(int(appearance));
}

QPalette lightPalette()
{
    return paletteOf({ 0xf6f7f9, 0xffffff, 0xf1f3f6, 0x1c2128, 0xfbfcfd, 0xffffff, 0xc3c9d1, 0x9aa2ad,
        0x1d5bb8, 0xffffff, 0x1d5bb8, 0x69717c });
}

QPalette darkPalette()
{
    return paletteOf({ 0x1e2126, 0x17191d, 0x1c1f24, 0xe4e7eb, 0x2a2e35, 0x3a3f48, 0x3a3f48, 0x121417,
        0x2b5fa8, 0xffffff, 0x7db7ff, 0x8d96a2 });
}

QPalette readablePalette(QPalette palette)
{
    const auto active = [&](QPalette::ColorRole role) { return palette.color(QPalette::Active, role); };
    const QColor base = active(QPalette::Base);
    if (contrastOn(base, active(QPalette::PlaceholderText)) < 4.5)
        palette.setColor(QPalette::PlaceholderText, paleText(active(QPalette::Text), base));
    const std::pair<QPalette::ColorRole, QPalette::ColorRole> texts[] {
        { QPalette::WindowText, QPalette::Window },
        { QPalette::Text, QPalette::Base },
        { QPalette::ButtonText, QPalette::Button },
    };
    for (const auto& [text, under] : texts) {
        const QColor ground = palette.color(QPalette::Disabled, under);
        if (contrastOn(ground, palette.color(QPalette::Disabled, text)) < 3)
            palette.setColor(QPalette::Disabled, text, paleText(active(text), ground));
    }
    completeSelection(palette);
    return palette;
}

// Only what is changed is set, so that all the rest goes on coming from the platform.
void completePalette()
{
    const QPalette now = QApplication::palette();
    if (const QPalette whole = readablePalette(now); whole != now)
        QApplication::setPalette(whole);
}

namespace {

// A new one would lay out every widget anew.
void useApplicationStyle()
{
    if (!dynamic_cast<ApplicationStyle*>(QApplication::style()))
        QApplication::setStyle(new ApplicationStyle);
}

void usePlatformStyle()
{
    const QStyle* now = QApplication::style();
    if (!dynamic_cast<const PlainTextStyle*>(now) || dynamic_cast<const ApplicationStyle*>(now))
        QApplication::setStyle(new PlainTextStyle(platformLook().style));
}

}

void applyAppearance(Appearance appearance)
{
    const PlatformLook& platform = platformLook();
    if (appearance == Appearance::System && platformHasOwnLook()) {
        if (platform.style.compare(QStringLiteral("fusion"), Qt::CaseInsensitive) == 0)
            useApplicationStyle();
        else
            usePlatformStyle();
        QApplication::setPalette(QPalette()); // the platform's own, also when it changes later
        return completePalette();
    }
    const bool dark
        = appearance == Appearance::Dark || (appearance == Appearance::System && isDark(platform.palette));
    useApplicationStyle();
    QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

}
