/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An extension module as small as they come: Python.h is there, links, and loads into this interpreter. */
#include <Python.h>

static PyObject* answer(PyObject* self, PyObject* arguments)
{
    (void)self;
    (void)arguments;
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = { { "answer", answer, METH_NOARGS, 0 }, { 0, 0, 0, 0 } };
static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, "tried", 0, -1, methods, 0, 0, 0, 0 };

PyMODINIT_FUNC PyInit_tried(void)
{
    return PyModule_Create(&definition);
}
