import RuntimeLayout

/// How reflection treats the objects of a class.
///
/// It reads on the thread that records, without any lock. So it enters only classes that nothing says are shared.
package enum ObjectAccess: Sendable {
  /// It reads their stored properties.
  case members([StoredMember])
  /// They show themselves, by a mirror of their own.
  case mirror
  /// It leaves them out.
  case closed(Reason)

  /// Why objects are left out.
  package enum Reason: Sendable, Hashable {
    case actor
    /// The class, or a superclass, belongs to the toolchain or the platform.
    case toolchain
    /// It holds something that guards its other members.
    case guarded(by: String)
    /// It has no stored properties that the compiler recorded.
    case unknown
  }

  /// Decides about a class.
  package init(of type: AnyClass) { self = ObjectRules.table.knowledge(of: type, ObjectIdentifier(type)).access }
}

/// The decision about a class.
private struct ObjectRules: TypeKnowledge {
  static let table = TypeTable<ObjectRules>()
  static func id(of type: AnyClass) -> ObjectIdentifier { ObjectIdentifier(type) }

  let access: ObjectAccess

  init(_ type: AnyClass) { access = ObjectRules.access(to: type) }

  private static func access(to type: AnyClass) -> ObjectAccess {
    if type is any Actor.Type { return .closed(.actor) }
    var level: AnyClass? = type
    while let known = level {
      // The root class of Objective-C, and of Foundation elsewhere, has no state.
      if TypeName.isOfToolchain(known), TypeName.of(known) != "NSObject" { return .closed(.toolchain) }
      level = _getSuperclass(known)
    }
    if type is any CustomReflectable.Type { return .mirror }
    guard let records = FieldRecords(of: type) else { return .closed(.unknown) }
    // A distributed actor doesn't conform to `Actor`.
    if records.fields.contains(where: { $0.name == "$defaultActor" }) { return .closed(.actor) }
    if !(type is any ReadByReflection.Type), let guarding = Guards.name(in: records, isClass: true) {
      return .closed(.guarded(by: guarding))
    }
    return .members(StoredMember.members(of: type, records))
  }
}

/// Locks, queues and atomics: values whose presence says that other threads change what stands beside them.
enum Guards {
  /// How deep structs, tuples and locks of the app are searched.
  private static let depthLimit = 8

  /// The name of the first guard among the fields of a class, or of a struct in it; `nil` if there is none.
  static func name(in records: FieldRecords, isClass: Bool, depth: Int = 0) -> String? {
    guard depth < depthLimit else { return nil }
    for field in records.fields where !field.name.hasPrefix("_$") {
      if isClass, field.type == Void.self { return "noncopyable value, such as a Mutex or an Atomic" }
      let type = ReflectedWrapper.content(of: field.type)
      if isGuard(type, depth: depth) { return TypeName.readable(type) }
      guard !TypeName.isOfToolchain(type), [.structure, .tuple].contains(FieldRecords.kind(of: type)),
        let inner = FieldRecords(of: type)
      else { continue }
      if let found = name(in: inner, isClass: false, depth: depth + 1) { return found }
    }
    return nil
  }

  /// Whether a type is a guard by its name, or one of the app's made only of guards.
  private static func isGuard(_ type: Any.Type, depth: Int) -> Bool {
    let name = _typeName(type, qualified: true)
    let plain = TypeName.of(type).prefix { $0 != "<" }
    if names.contains(String(plain.split(separator: ".").last ?? plain)),
      TypeName.isOfToolchain(type) || packages.contains(String(name.prefix { $0 != "." }))
    {
      return true
    }
    // A lock of C in memory of its own.
    if plain == "UnsafeMutablePointer" { return cLocks.contains { name.contains($0) } }
    let kind = FieldRecords.kind(of: type)
    guard depth < depthLimit, kind == .structure || kind == .object, !TypeName.isOfToolchain(type),
      let records = FieldRecords(of: type), !records.fields.isEmpty
    else { return false }
    return records.fields.allSatisfy { field in
      kind == .object && field.type == Void.self
        || isGuard(ReflectedWrapper.content(of: field.type), depth: depth + 1)
    }
  }

  private static let cLocks = ["pthread_mutex_t", "pthread_rwlock_t", "os_unfair_lock", "_opaque_pthread_"]

  private static let names: Set = [
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSDistributedLock", "OperationQueue",
    "NSOperationQueue", "DispatchQueue", "OS_dispatch_queue", "DispatchSemaphore", "OS_dispatch_semaphore",
    "DispatchSpecificKey", "Mutex", "Atomic", "AtomicLazyReference", "OSAllocatedUnfairLock", "os_unfair_lock_s",
    "os_unfair_lock", "pthread_mutex_t", "pthread_rwlock_t", "_opaque_pthread_mutex_t", "_opaque_pthread_rwlock_t",
    // Of packages.
    "ManagedAtomic", "ManagedAtomicLazyReference", "UnsafeAtomic", "NIOLock", "Lock", "NIOLockedValueBox",
    "LockedValueBox",
    "LockIsolated", "ConditionLock",
  ]

  private static let packages: Set = ["Atomics", "NIOConcurrencyHelpers", "ConcurrencyExtras", "Collections"]
}
