/// A class whose stored properties reflection may read although it holds a lock, a queue or an atomic.
///
/// Reflection reads an object on the thread that records, and takes no lock. So it leaves out an object that guards what
/// it holds, and writes `{"$opaque": "TypeName"}` in its place. Declare the conformance for a class that only the
/// recording thread changes, such as a model of the main actor with a queue for its background work:
///
///     extension PlayerModel: ReadByReflection {}
///
/// Never declare it for a class that another thread changes: reading it at that time can end the process. Record a
/// `Sendable` snapshot of such an object, with `projecting:`. Actors and classes of the toolchain are left out in any case.
public protocol ReadByReflection: AnyObject {}
