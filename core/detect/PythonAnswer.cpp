// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PythonAnswer.h"

#include <QDir>

namespace torchmason {

namespace {

// One short call. -I keeps the working folder and PYTHON* variables out; what "pip install --user" installed
// counts. Modules are looked for, not imported: importing numpy alone takes longer than all other probes. For
// the same reason versions are read off the names of the folders that pip makes, not asked of
// importlib.metadata.
const char* const script = R"(
import os, re, site, sys, sysconfig
from importlib.util import find_spec
if site.ENABLE_USER_SITE is False and sys.prefix == sys.base_prefix:
    sys.path.append(site.getusersitepackages())
conda = os.path.isdir(os.path.join(sys.prefix, 'conda-meta'))
free = 'free-threading' in sys.version
modules, wanted = sys.argv[1].split(','), sys.argv[2].split(',')
packages = {}
for folder in sys.path:
    try:
        names = os.listdir(folder)
    except OSError:
        continue
    for name in names:
        found = re.match(r'(.+?)-(\d[^-]*)(-py[\d.]+)?\.(dist|egg)-info$', name)
        if found:
            packages.setdefault(re.sub(r'[-_.]+', '-', found.group(1)).lower(), found.group(2))
print('torchmason', '.'.join(map(str, sys.version_info[:3])))
print('kind', 'venv' if sys.prefix != sys.base_prefix else 'conda' if conda else 'system')
print('executable', sys.executable or '')
print('prefix', sys.prefix)
print('tag', 'cp%d%d%s' % (sys.version_info[0], sys.version_info[1], 't' if free else ''))
print('headers', int(os.path.exists(os.path.join(sysconfig.get_paths()['include'], 'Python.h'))))
print('modules', *[m for m in modules if find_spec(m)])
print('packages', *[p + '=' + packages[p] for p in wanted if p in packages])
)";

const char* const buildModules
    = "yaml,typing_extensions,setuptools,numpy,wheel,build,packaging,requests,six,jinja2,scikit_build_core";
const char* const buildPackages
    = "numpy,setuptools,wheel,pip,pyyaml,typing-extensions,scikit-build-core,cmake,ninja,build,packaging";

QMap<QString, QString> packagesIn(const QStringList& pairs)
{
    QMap<QString, QString> packages;
    for (const QString& pair : pairs)
        packages.insert(pair.section(QLatin1Char('='), 0, 0), pair.section(QLatin1Char('='), 1));
    return packages;
}

// "tag cp312" -> "tag": "cp312". Whatever a wrapper or a start file prints besides does no harm.
QMap<QString, QString> membersOf(const QString& output)
{
    QMap<QString, QString> members;
    for (const QString& line : output.split(QLatin1Char('\n'))) {
        const QString text = line.trimmed();
        const QString name = text.section(QLatin1Char(' '), 0, 0);
        if (!members.contains(name))
            members.insert(name, text.section(QLatin1Char(' '), 1));
    }
    return members;
}

}

QStringList pythonQuestion()
{
    return { QStringLiteral("-I"), QStringLiteral("-c"), QString::fromLatin1(script),
        QString::fromLatin1(buildModules), QString::fromLatin1(buildPackages) };
}

Result<PythonAnswer> readPythonAnswer(const QString& output, const PythonPlace& place)
{
    const QMap<QString, QString> members = membersOf(output);
    PythonAnswer answer;
    PythonFacts& facts = answer.facts;
    facts.version = members.value(QStringLiteral("torchmason"));
    if (facts.version.isEmpty() || !members.contains(QStringLiteral("packages")))
        return Error { QStringLiteral("%1 did not respond like a Python interpreter.").arg(place.path) };
    const auto words = [&](const char* name) {
        return members.value(QLatin1String(name)).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    facts.path = QDir::fromNativeSeparators(members.value(QStringLiteral("executable")));
    if (facts.path.isEmpty())
        facts.path = place.path;
    facts.kind = members.value(QStringLiteral("kind"));
    facts.modules = words("modules");
    facts.packages = packagesIn(words("packages"));
    facts.tag = members.value(QStringLiteral("tag"));
    facts.headers = members.value(QStringLiteral("headers")) == QLatin1String("1");
    facts.source = place.source;
    answer.prefix = members.value(QStringLiteral("prefix"));
    return answer;
}

}
