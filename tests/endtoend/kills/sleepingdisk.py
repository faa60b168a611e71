# SPDX-License-Identifier: GPL-3.0-or-later
"""sleepingdisk.py BACK MOUNTED SLEEPS: shows BACK at MOUNTED, by FUSE, and answers nothing while the file SLEEPS is there."""
import errno
import os
import sys
import time

from fusepy import FUSE, FuseOSError, Operations

back, mounted, sleeps = sys.argv[1:]


def fields(values, start):
    return {name: getattr(values, name) for name in dir(values) if name.startswith(start)}


class SleepingDisk(Operations):
    def __call__(self, operation, path, *words):
        while os.path.exists(sleeps):
            time.sleep(0.1)
        if not hasattr(self, operation):
            raise FuseOSError(errno.ENOSYS)
        try:
            if operation in ("rename", "symlink"):  # the second name is one here, too; a link's text is not
                return getattr(self, operation)(path, back + words[0] if operation == "rename" else words[0])
            return getattr(self, operation)(back + path, *words)
        except OSError as error:
            raise FuseOSError(error.errno) from None

    def getattr(self, path, handle=None):
        return fields(os.lstat(path), "st_")

    def statfs(self, path):
        return {name: value for name, value in fields(os.statvfs(path), "f_").items() if name != "f_fsid"}

    def readdir(self, path, handle):
        return [".", "..", *os.listdir(path)]

    def access(self, path, mode):
        if not os.access(path, mode):
            raise FuseOSError(errno.EACCES)

    def rename(self, path, other):
        os.rename(back + path, other)

    def symlink(self, path, text):
        os.symlink(text, back + path)

    def utimens(self, path, times=None):
        os.utime(path, times)

    def open(self, path, flags):
        return os.open(path, flags)

    def create(self, path, mode, info=None):
        return os.open(path, os.O_RDWR | os.O_CREAT, mode)

    def read(self, path, size, offset, handle):
        return os.pread(handle, size, offset)

    def write(self, path, data, offset, handle):
        return os.pwrite(handle, data, offset)

    def truncate(self, path, length, handle=None):
        os.truncate(path, length)

    def release(self, path, handle):
        os.close(handle)

    def flush(self, path, handle):
        return 0

    mkdir = staticmethod(os.mkdir)
    rmdir = staticmethod(os.rmdir)
    unlink = staticmethod(os.unlink)
    chmod = staticmethod(os.chmod)
    readlink = staticmethod(os.readlink)


FUSE(SleepingDisk(), mounted, foreground=True)
