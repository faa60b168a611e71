// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared library needs its symbols marked on Windows; the static ones do not.
#if defined(_WIN32) && defined(BRICK_GRAPH_BUILDING)
#define BRICK_API __declspec(dllexport)
#elif defined(_WIN32)
#define BRICK_API __declspec(dllimport)
#else
#define BRICK_API __attribute__((visibility("default")))
#endif
