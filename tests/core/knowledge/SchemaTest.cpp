// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"

#include <QRegularExpression>
#include <QTest>

using namespace torchmason;

// The facts against the schemas that stand beside them. Of JSON Schema only the words are understood that
// these schemas use; another one fails.
class SchemaTest : public QObject {
    Q_OBJECT

private slots:
    void factsKeepTheirSchema_data();
    void factsKeepTheirSchema();
    void mistakesAreSeen_data();
    void mistakesAreSeen();
};

namespace {

QString folder()
{
    return QStringLiteral(TORCHMASON_SOURCE "/resources/knowledge/");
}

class Validator {
public:
    explicit Validator(const Json& root)
        : m_root(root)
    {
    }

    void check(const Json& value, const Json& schema, const QString& where)
    {
        if (schema.contains("$ref")) {
            const std::string name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
            return check(value, m_root["$defs"].at(name), where);
        }
        if (!hasType(value, schema.value("type", std::string())))
            return complain(where, "type");
        if (schema.contains("const") && value != schema["const"])
            complain(where, "const");
        if (schema.contains("enum")
            && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
            complain(where, "enum");
        if (schema.contains("minimum") && value.get<qint64>() < schema["minimum"].get<qint64>())
            complain(where, "minimum");
        if (value.is_string())
            checkText(QString::fromStdString(value.get<std::string>()), schema, where);
        if (value.is_array())
            checkList(value, schema, where);
        if (value.is_object())
            checkMembers(value, schema, where);
    }
    QStringList problems() const { return m_problems; }

private:
    static bool hasType(const Json& value, const std::string& type)
    {
        return type.empty() || (type == "object" && value.is_object())
            || (type == "array" && value.is_array()) || (type == "string" && value.is_string())
            || (type == "boolean" && value.is_boolean()) || (type == "integer" && value.is_number_integer());
    }

    void checkText(const QString& text, const Json& schema, const QString& where)
    {
        if (text.size() < schema.value("minLength", 0))
            complain(where, "minLength");
        const QRegularExpression pattern(QString::fromStdString(schema.value("pattern", std::string())));
        if (!pattern.match(text).hasMatch())
            complain(where, "pattern");
    }

    void checkList(const Json& list, const Json& schema, const QString& where)
    {
        if (list.size() < schema.value("minItems", size_t(0)))
            complain(where, "minItems");
        int index = 0;
        for (const Json& entry : list)
            check(entry, schema.at("items"), QStringLiteral("%1[%2]").arg(where).arg(index++));
    }

    void checkMembers(const Json& object, const Json& schema, const QString& where)
    {
        for (const Json& name : schema.value("required", Json::array())) {
            if (!object.contains(name.get<std::string>()))
                complain(where, "required");
        }
        const Json properties = schema.value("properties", Json::object());
        const Json others = schema.value("additionalProperties", Json(true));
        for (const auto& [name, value] : object.items()) {
            const QString place = where + QLatin1Char('.') + QString::fromStdString(name);
            if (properties.contains(name))
                check(value, properties[name], place);
            else if (others.is_object())
                check(value, others, place);
            else if (!others.get<bool>())
                complain(place, "additionalProperties");
        }
    }

    void complain(const QString& where, const char* rule)
    {
        m_problems << QStringLiteral("%1: %2").arg(where, QLatin1String(rule));
    }

    const Json& m_root;
    QStringList m_problems;
};

QStringList problemsOf(const Json& document, const QString& name)
{
    const auto schema = readJsonFile(folder() + QStringLiteral("schema/") + name);
    if (!schema)
        return { schema.error().message };
    Validator validator(*schema);
    validator.check(document, *schema, name);
    return validator.problems();
}

}

void SchemaTest::factsKeepTheirSchema_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : { "cuda.json", "estimates.json", "gpus.json", "options.json",
             "prerequisites.json", "releases.json", "wheels.json" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void SchemaTest::factsKeepTheirSchema()
{
    QFETCH(QString, name);
    const auto document = readJsonFile(folder() + name);
    QVERIFY2(document.ok(), document ? "" : qPrintable(document.error().message));
    const QStringList problems = problemsOf(*document, name);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
}

void SchemaTest::mistakesAreSeen_data()
{
    QTest::addColumn<QByteArray>("change"); // a merge patch of the first wheel
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const char* change, const char* problem) {
        QTest::newRow(name) << QByteArray(change) << QString::fromLatin1(problem);
    };
    row("none", "{}", "");
    row("misspelt member", R"({"varient": "cu118"})", "wheels.json.wheels[0].varient: additionalProperties");
    row("missing member", R"({"machine": null})", "wheels.json.wheels[0]: required");
    row("no version", R"({"cuda": "twelve"})", "wheels.json.wheels[0].cuda: pattern");
    row("no text", R"({"release": 2})", "wheels.json.wheels[0].release: type");
    row("word of another list", R"({"confidence": "sure"})", "wheels.json.wheels[0].confidence: enum");
    row("no sources", R"({"from": []})", "wheels.json.wheels[0].from: minItems");
    row("inside a list", R"({"archs": ["sm_90"]})", "wheels.json.wheels[0].archs[0]: pattern");
}

void SchemaTest::mistakesAreSeen()
{
    QFETCH(QByteArray, change);
    const auto document = readJsonFile(folder() + QStringLiteral("wheels.json"));
    const auto patch = parseJson(change, QStringLiteral("change"));
    QVERIFY(document.ok() && patch.ok());
    Json changed = *document;
    changed["wheels"][0].merge_patch(*patch);
    QTEST(problemsOf(changed, QStringLiteral("wheels.json")).join(QLatin1Char('\n')), "problem");
}

QTEST_GUILESS_MAIN(SchemaTest)
#include "SchemaTest.moc"
