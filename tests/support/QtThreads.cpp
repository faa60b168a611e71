// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into what is built for the thread sanitizer. The system's Qt is not built for it, so that the
// sanitizer sees neither Qt's locks (atomics and futexes) nor that what was done before an event was sent has
// happened before the event arrives. Here it is told. Signals share one order, because nobody knows who
// receives them: a race of two threads that both send or receive some between their accesses may be missed.
#include <QCoreApplication>
#include <QMutex>
#include <QObject>
#include <QThreadPool>

#include <dlfcn.h>
#include <sched.h>

extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);

namespace {

char orderOfSignals;

// The receiver and the event.
bool arrives(void** values)
{
    __tsan_acquire(values[0]);
    __tsan_acquire(&orderOfSignals);
    return false; // Qt goes on with the event
}

[[maybe_unused]] const bool isRegistered
    = QInternal::registerCallback(QInternal::EventNotifyCallback, arrives);

// Qt's own function behind ours.
template <typename Function> Function* next(const char* symbol)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, symbol));
}

// A call whose end the caller waits for.
class AwaitedCall : public QtPrivate::QSlotObjectBase {
public:
    explicit AwaitedCall(QSlotObjectBase* call)
        : QSlotObjectBase(&AwaitedCall::act)
        , m_call(call)
    {
    }

private:
    static void act(int what, QSlotObjectBase* self, QObject* receiver, void** arguments, bool*)
    {
        auto* awaited = static_cast<AwaitedCall*>(self);
        if (what == Call) {
            awaited->m_call->call(receiver, arguments);
            __tsan_release(receiver);
        } else if (what == Destroy) {
            awaited->m_call->destroyIfLastRef();
            delete awaited;
        }
    }

    QSlotObjectBase* m_call;
};

}

void QMetaObject::activate(QObject* sender, const QMetaObject* meta, int signal, void** arguments)
{
    static auto* const real = next<void(QObject*, const QMetaObject*, int, void**)>(
        "_ZN11QMetaObject8activateEP7QObjectPKS_iPPv");
    __tsan_release(&orderOfSignals);
    real(sender, meta, signal, arguments);
}

bool QMetaObject::invokeMethodImpl(
    QObject* object, QtPrivate::QSlotObjectBase* slot, Qt::ConnectionType type, void* answer)
{
    static auto* const real = next<bool(QObject*, QtPrivate::QSlotObjectBase*, Qt::ConnectionType, void*)>(
        "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv");
    __tsan_release(object);
    if (type != Qt::BlockingQueuedConnection)
        return real(object, slot, type, answer);
    const bool isCalled = real(object, new AwaitedCall(slot), type, answer);
    __tsan_acquire(object);
    return isCalled;
}

void QCoreApplication::postEvent(QObject* receiver, QEvent* event, int priority)
{
    static auto* const real
        = next<void(QObject*, QEvent*, int)>("_ZN16QCoreApplication9postEventEP7QObjectP6QEventi");
    __tsan_release(receiver);
    real(receiver, event, priority);
}

void QObject::deleteLater()
{
    static auto* const real = next<void(QObject*)>("_ZN7QObject11deleteLaterEv");
    __tsan_release(this);
    real(this);
}

void QThreadPool::start(std::function<void()> work, int priority)
{
    static auto* const real
        = next<void(QThreadPool*, std::function<void()>, int)>("_ZN11QThreadPool5startESt8functionIFvvEEi");
    __tsan_release(this);
    real(
        this,
        [this, work = std::move(work)] {
            __tsan_acquire(this);
            work();
        },
        priority);
}

// The fast ways are inline, in code that the sanitizer sees; so is this one then.
void QBasicMutex::lockInternal() noexcept
{
    while (!fastTryLock())
        sched_yield();
}
