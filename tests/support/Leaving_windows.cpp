// SPDX-License-Identifier: GPL-3.0-or-later
// Around main() of every test program (linked with --wrap=main). Threads of Qt's pools live when main()
// returns, and with them mingw's run-time may wait for ever in a destructor of a static object
// (pthread_key_delete). Our programs leave in the same way.
#include "core/base/Program.h"

extern "C" int __real_main(int argc, char** argv);

extern "C" int __wrap_main(int argc, char** argv)
{
    torchmason::leaveProgram(__real_main(argc, argv));
}
