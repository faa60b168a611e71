// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/BrokenTransfer.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

QString brokenTransferLine(const QByteArray& output)
{
    // error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)
    // fatal: early EOF
    // fetch-pack: unexpected disconnect while reading sideband packet
    // fatal: the remote end hung up unexpectedly
    // fatal: unable to access 'https://x/y/': Could not resolve host: x
    // fatal: unable to access 'https://x/y/': The requested URL returned error: 503
    // fatal: unable to access 'https://x/y/': GnuTLS recv error (-110): The TLS connection was ...
    // ssh: connect to host x port 22: Connection timed out
    static const QRegularExpression broken(
        QStringLiteral(
            R"(RPC failed|early EOF|unexpected disconnect|hung up unexpectedly|Could not resolve host|)"
            R"(Connection (?:reset|timed out|was reset)|Operation timed out|Failed to connect|)"
            R"(returned error: (?:429|50[0234])|(?:GnuTLS|SSL|OpenSSL)[^:]*(?:recv|read|connect)|)"
            R"(transfer closed with|Empty reply from server|invalid index-pack output)"),
        QRegularExpression::CaseInsensitiveOption);
    for (const QString& line :
        decodeToolText(output).split(QRegularExpression(QStringLiteral("[\\r\\n]+")))) {
        if (broken.match(line).hasMatch())
            return line.trimmed();
    }
    return {};
}

}
