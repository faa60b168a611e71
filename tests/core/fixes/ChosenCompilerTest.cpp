// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/RequestSteps.h"
#include "tests/support/SetVariable.h"

#include <QTest>

using namespace torchmason;

// What a retry does where its compiler is chosen.
class ChosenCompilerTest : public QObject {
    Q_OBJECT

private slots:
    // CMake would take those that the environment names before the one of Visual Studio.
    void visualStudioIsNotOverruled()
    {
        const SetVariable inherited("CXX", QString("clang-cl"));
        const SetVariable notSet("CUDAHOSTCXX", std::nullopt);
        BuildRequest request;
        request.configuration.environment = { { "CC", QString("clang-cl"), ValueOrigin::User } };
        request.configuration.setFlag({ "CMAKE_CXX_COMPILER", "clang-cl", {}, ValueOrigin::User });
        const QString studio = "C:/VS/2022/Community";
        const ChangeStep step { StepKind::Choose, "cxx",
            studio + "/VC/Tools/MSVC/14.44.35207/bin/Hostx64/x64/cl.exe" };
        QVERIFY(applyStep(step, request));
        QCOMPARE(request.vcvars, studio + "/VC/Auxiliary/Build/vcvars64.bat");
        QVERIFY(!request.configuration.flag("CMAKE_CXX_COMPILER"));
        for (const char* name : { "CC", "CXX" }) {
            const EnvironmentValue* variable = request.configuration.variable(QLatin1String(name));
            QVERIFY2(variable && !variable->value, name);
        }
        QVERIFY(!request.configuration.variable("CUDAHOSTCXX")); // nobody sets it
        const BuildRequest before = request;
        QVERIFY(applyStep(step, request));
        QVERIFY(request.configuration == before.configuration);
    }
};

QTEST_GUILESS_MAIN(ChosenCompilerTest)
#include "ChosenCompilerTest.moc"
