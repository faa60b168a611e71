// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into what is built for a sanitizer. Qt starts programs by a child that shares our memory, with a
// stack of 4 KB: too small for functions that are watched (it ran over Qt's handle of the child, and a build
// waited for ever), and the thread sanitizer of clang 14 takes the child for a copy, and ends. Here it is
// one.
#include <cstdarg>
#include <dlfcn.h>
#include <sched.h>

using Clone = int(int (*)(void*), void*, int, void*, ...);

extern "C" [[gnu::weak]] Clone __interceptor_clone; // of the thread sanitizer

extern "C" int clone(int (*child)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    static Clone* const real
        = __interceptor_clone ? __interceptor_clone : reinterpret_cast<Clone*>(dlsym(RTLD_NEXT, "clone"));
    va_list more;
    va_start(more, argument);
    auto* const parent = va_arg(more, pid_t*);
    auto* const tls = va_arg(more, void*);
    auto* const inChild = va_arg(more, pid_t*);
    va_end(more);
    return real(child, stack, flags & ~(CLONE_VM | CLONE_VFORK), argument, parent, tls, inChild);
}
