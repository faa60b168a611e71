// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/NotedField.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace torchmason {

struct BuildRequest;
struct HostFacts;

// Which compiler cache stands before the compilers, and the address of one that several machines share.
class CacheField : public NotedField {
    Q_OBJECT

public:
    explicit CacheField(QWidget* parent = nullptr);

    // `wish` and `storage` as in core/config/CacheWish.h; an empty wish is the profile's.
    void setValues(const QString& wish, const QString& storage);
    // What a build without a wish of the user's would take.
    // `isKnown`: all of the machine was looked at.
    void showProfiles(const BuildRequest& request, const HostFacts& facts, bool isKnown = true);

    // The box that is chosen from, so that a form can make boxes below each other equally wide.
    QWidget* box() const;

signals:
    void wishChosen(const QString& wish);
    void storageEdited(const QString& storage);

private:
    void arrange();

    QComboBox* m_wish = nullptr;
    QLineEdit* m_storage = nullptr;
    QLabel* m_note = nullptr;
};

}
