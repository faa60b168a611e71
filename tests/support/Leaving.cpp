// SPDX-License-Identifier: GPL-3.0-or-later
// Around main() of every test program (linked with --wrap=main). Threads may live when main() returns: those
// of Qt's pools, and one that waits for a disk or is slow. Static objects that they use would be destroyed,
// and mingw's run-time may wait for ever in such a destructor (pthread_key_delete). Our programs leave in the
// same way.
#include "core/base/Program.h"

extern "C" int __real_main(int argc, char** argv);

extern "C" int __wrap_main(int argc, char** argv)
{
    torchmason::leaveProgram(__real_main(argc, argv));
}
