// swift-format-ignore-file

// The part of Synchronization that SystemSupport uses: the real module on Linux loads Glibc, which declares the same types
// as Darwin in other ways.

public struct Atomic<Value: Sendable>: ~Copyable, Sendable {
  public init(_ value: Value) {}
  public func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
  public func store(_ value: Value, ordering: AtomicStoreOrdering) {}
}

public struct AtomicLoadOrdering: Sendable {
  public static var relaxed: AtomicLoadOrdering { AtomicLoadOrdering() }
  public static var acquiring: AtomicLoadOrdering { AtomicLoadOrdering() }
}

public struct AtomicStoreOrdering: Sendable {
  public static var relaxed: AtomicStoreOrdering { AtomicStoreOrdering() }
  public static var releasing: AtomicStoreOrdering { AtomicStoreOrdering() }
  public static var sequentiallyConsistent: AtomicStoreOrdering { AtomicStoreOrdering() }
}

public struct AtomicUpdateOrdering: Sendable {
  public static var sequentiallyConsistent: AtomicUpdateOrdering { AtomicUpdateOrdering() }
}

extension Atomic where Value == Bool {
  public func exchange(_ value: Bool, ordering: AtomicUpdateOrdering) -> Bool { fatalError() }
}
