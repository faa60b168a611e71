// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonPlaces.h"
#include "core/base/Json.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

class JsonPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void partsAreFound_data();
    void partsAreFound();
    void aValueIsFoundInTheLineOfItsName();
    void whatIsMissingIsWhereItsParentIs();
    void membersThatAreThereTwiceAreNamed();
    void mistakesOfFormHaveAPlace_data();
    void mistakesOfFormHaveAPlace();
    void hugeNumbersAreNoCrash();
    void zeroBytesEnd();
    void deepNestingIsNoCrash();
    void documentsOfManyValuesAreRefused();
    void deepDocumentsAreRefused();
    void whatIsLongIsNotCited();
    void pointersReadLikeFields();
    void allProblemsAreKept();
    void theFirstProblemIsASentence();
};

void JsonPlacesTest::partsAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char* name, const QByteArray& text, const char* pointer, int line, int column) {
        newRow(name, text, QString::fromUtf8(pointer), line, column);
    };
    row("whole", "\n {}", "", 2, 2);
    row("member", "{\n  \"a\": 1}", "/a", 2, 3);
    row("second member", "{\"a\": 1,\n\"b\": 2}", "/b", 2, 1);
    row("member of a member", "{\"a\":\n{\"b\": 2}}", "/a/b", 2, 2);
    row("entry", "[1,\n 2]", "/1", 2, 2);
    row("entry of a list in an entry", "{\"f\": [{\"n\": 1},\n{\"n\":\n[true, null]}]}", "/f/1/n/1", 3, 8);
    row("after a nested one", "{\"a\": {\"x\": [1, 2]},\n\"b\": 3}", "/b", 2, 1);
    row("a quote in a text", R"({"a": "}\"]",
"b": 1})",
        "/b", 2, 1);
    row("a name with signs", R"({"a/b~\u0041": [
7]})",
        "/a~1b~0A/0", 2, 1);
    row("Windows line ends", "{\r\n\"a\": 1,\r\n\"b\": 2}", "/b", 3, 1);
    row("letters beyond ASCII", "{\"ä\": \"€\", \"b\": 1}", "/b", 1, 12);
    row("byte order mark", "\xEF\xBB\xBF{\"a\": 1}", "/a", 1, 2);
    row("a text that looks like a member", "[\"\\\"a\\\": 1\", {\n\"a\": 2}]", "/1/a", 2, 1);
}

void JsonPlacesTest::partsAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, pointer);
    QFETCH(int, line);
    QFETCH(int, column);
    QVERIFY(!syntaxFaultOf(text));
    QVERIFY(parseJson(text, "t")->contains(Json::json_pointer(pointer.toStdString())));
    const TextPlace place = JsonPlaces(text).of(pointer);
    QCOMPARE(place.line, line);
    QCOMPARE(place.column, column);
}

void JsonPlacesTest::aValueIsFoundInTheLineOfItsName()
{
    const JsonPlaces places("{\"a\": {\"x\": 1}, \"b\" :  \"many\",\n\"c\":\n3, \"d\": [7]}");
    QCOMPARE(places.ofValue("/a"), (TextPlace { 1, 7 }));
    QCOMPARE(places.ofValue("/a/x"), (TextPlace { 1, 13 }));
    QCOMPARE(places.ofValue("/b"), (TextPlace { 1, 24 }));
    QCOMPARE(places.ofValue("/c"), (TextPlace { 2, 1 })); // its name
    QCOMPARE(places.ofValue("/d/0"), (TextPlace { 3, 10 })); // entries have none
    QCOMPARE(places.ofValue("/nothing"), places.of("/nothing"));
}

void JsonPlacesTest::whatIsMissingIsWhereItsParentIs()
{
    const JsonPlaces places("{\"a\": {},\n\"b\": [1]}");
    QCOMPARE(places.of("/b/7/x").line, 2);
    QCOMPARE(places.of("/nothing").line, 1);
    QCOMPARE(JsonPlaces(QByteArray()).of("/a").line, 0);
}

void JsonPlacesTest::membersThatAreThereTwiceAreNamed()
{
    QCOMPARE(JsonPlaces(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})").repeated(), QStringList());
    QCOMPARE(JsonPlaces(R"({"b": {"a": 2, "\u0061": 3}})").repeated(), QStringList { "/b/a" });
}

void JsonPlacesTest::mistakesOfFormHaveAPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("reason");
    newRow("comma at the end", QByteArray("{\"a\": 1,\n}"), 2, 1, QString("unexpected '}'."));
    newRow("no comma", QByteArray("{\"a\": 1\n \"b\": 2}"), 2, 4, QString("unexpected string literal."));
    newRow("torn", QByteArray("{\n\n\"a\": "), 3, 6, QString("it ends too early."));
    newRow("empty", QByteArray(), 1, 1, QString("it ends too early."));
}

void JsonPlacesTest::mistakesOfFormHaveAPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QString, reason);
    const auto fault = syntaxFaultOf(text);
    QVERIFY(fault);
    QCOMPARE(fault->place.line, line);
    QCOMPARE(fault->place.column, column);
    QCOMPARE(fault->sentence, "this is not valid JSON: " + reason);
}

void JsonPlacesTest::hugeNumbersAreNoCrash()
{
    QVERIFY(syntaxFaultOf("[1e999]"));
    QVERIFY(!parseJson("[1e999]", "t").ok());
}

// They once were read for ever.
void JsonPlacesTest::zeroBytesEnd()
{
    const QByteArray text = QByteArray("{\"a\": ") + QByteArray(1000, '\0') + ", \"b\": 1}";
    QCOMPARE(JsonPlaces(text).of(QStringLiteral("/b")).line, 1);
    QVERIFY(syntaxFaultOf(text));
}

void JsonPlacesTest::deepNestingIsNoCrash()
{
    const JsonPlaces lists(QByteArray(1'000'000, '['));
    QCOMPARE(lists.depth(), 1'000'000);
    QCOMPARE(lists.of("/0/0").column, 3);
    QCOMPARE(JsonPlaces(QByteArray("{\"a\":").repeated(100'000)).depth(), 100'000);
    QCOMPARE(JsonPlaces("{\"a\": [[]], \"b\": []}").depth(), 3);
}

void JsonPlacesTest::documentsOfManyValuesAreRefused()
{
    const QByteArray many = '[' + QByteArray("[],").repeated(2'000'000) + "[]]";
    const auto document = parseJson(many, "t");
    QVERIFY(!document.ok());
    QVERIFY2(
        document.error().message.contains("more than 1000000 values"), qPrintable(document.error().message));
    QVERIFY(syntaxFaultOf(many));
    QVERIFY(jsonLine(many).is_discarded());
    QVERIFY(parseJson("[\"" + QByteArray(",[{").repeated(1'000'000) + "\"]", "t").ok()); // inside of a string
    QVERIFY(jsonLine('[' + QByteArray("1,").repeated(200'000) + "1]").is_array());
}

void JsonPlacesTest::pointersReadLikeFields()
{
    QCOMPARE(fieldOfPointer(QString()), QString());
    QCOMPARE(fieldOfPointer("/flags/3/name"), "flags[3].name");
    QCOMPARE(fieldOfPointer("/a~1b/c~0"), "a/b.c~");
    QCOMPARE(fieldOfPointer(QLatin1Char('/') + pointerPart("a~1/")), "a~1/");
}

void JsonPlacesTest::allProblemsAreKept()
{
    const auto document = parseJson(
        R"({"s": 1, "b": "yes", "n": 1.5, "l": ["a", 2], "c": "z", "o": 7, "extra": 1, "x-note": 1})", "t");
    QVector<JsonProblem> problems;
    JsonReader fields(*document, {}, problems);
    QCOMPARE(fields.string("s"), QString());
    QCOMPARE(fields.string("missing"), QString());
    QCOMPARE(fields.boolean("b", true), true);
    QVERIFY(!fields.optionalInteger("n"));
    QCOMPARE(fields.strings("l"), QStringList { "a" });
    QCOMPARE(fields.choice("c", { "x", "y" }), "x");
    QVERIFY(!fields.object("o").has("inner"));
    fields.refuseOthersThan({ "s", "b", "n", "l", "c", "o" });
    QStringList pointers;
    for (const JsonProblem& problem : problems)
        pointers << problem.pointer;
    QCOMPARE(pointers, (QStringList { "/s", QString(), "/b", "/n", "/l/1", "/c", "/o", "/extra" }));
}

void JsonPlacesTest::whatIsLongIsNotCited()
{
    const auto blank = parseJson("{\n\"a\":" + QByteArray(1'100'000, '\n') + "x", "a.json");
    QCOMPARE(blank.error().message, "a.json, line 2: it holds more than 1000000 blanks in a row.");
    const auto text = parseJson('"' + QByteArray(1'000'000, 'x'), "a.json");
    QVERIFY(!text.ok() && text.error().message.size() < 500);
}

// Copying and writing such a value goes one call deeper for each bracket.
void JsonPlacesTest::deepDocumentsAreRefused()
{
    const QByteArray deep = "{\n\"a\": " + QByteArray(100000, '[') + QByteArray(100000, ']') + "}";
    const auto document = parseJson(deep, "a.json");
    QVERIFY(!document);
    QCOMPARE(document.error().message, "a.json, line 2: lists and objects are nested more than 64 deep.");
    QVERIFY(jsonLine(deep).is_discarded());
    QVERIFY(syntaxFaultOf(deep));
    QVERIFY(parseJson(QByteArray(64, '[') + QByteArray(64, ']'), {}));
    QVERIFY(parseJson("\"" + QByteArray(100, '[') + "\"", {}));
}

void JsonPlacesTest::theFirstProblemIsASentence()
{
    const auto document = parseJson(R"({"list": [{"n": 1}, {"n": "x"}], "o": {"l": ["a", 2]}})", "t");
    JsonReader reader(*document, "a.json");
    std::vector<JsonReader> entries = reader.objects("list");
    QCOMPARE(entries[0].integer("n"), 1);
    QCOMPARE(entries[1].integer("n"), 0);
    QVERIFY(entries[0].ok());
    QVERIFY(!entries[1].ok());
    JsonReader inner = reader.object("o");
    QVERIFY(inner.ok());
    QCOMPARE(inner.strings("l"), QStringList { "a" });
    QCOMPARE(inner.error().message, "a.json: o.l[1]: must be a string.");
    QCOMPARE(reader.error().message, "a.json: list[1]: \"n\" must be a whole number.");
    QCOMPARE(reader.problems().size(), 2);
}

QTEST_GUILESS_MAIN(JsonPlacesTest)
#include "JsonPlacesTest.moc"
