import Synchronization

/// A cache of the knowledge about types that a core encoded or decoded last.
///
/// A look-up in the process's table takes a lock and a dictionary; computing the knowledge takes several look-ups of
/// conformances, a microsecond in all.
struct TypeCache<Knowledge: TypeKnowledge>: ~Copyable {
  typealias Entry = (id: ObjectIdentifier, knowledge: Knowledge)

  private static var size: Int { 64 }
  private var entries = Stack<Entry?>()

  @inline(__always)
  mutating func knowledge(of type: Knowledge.Subject) -> Knowledge {
    let id = Knowledge.id(of: type)
    let index = Int(bitPattern: UInt(bitPattern: id) &>> 4) & (TypeCache.size - 1)
    if index < entries.count, let entry = entries[index], entry.id == id { return entry.knowledge }
    return find(type, id, index)
  }

  @inline(never)
  private mutating func find(_ type: Knowledge.Subject, _ id: ObjectIdentifier, _ index: Int) -> Knowledge {
    while entries.count < TypeCache.size { entries.append(nil) }
    let knowledge = Knowledge.table.knowledge(of: type, id)
    entries[index] = (id, knowledge)
    return knowledge
  }
}

/// Knowledge that depends on a type alone.
protocol TypeKnowledge: Sendable {
  /// The types that it can be computed from.
  associatedtype Subject
  /// The knowledge of all runs.
  static var table: TypeTable<Self> { get }
  static func id(of type: Subject) -> ObjectIdentifier
  init(_ type: Subject)
}

/// The knowledge of all runs.
final class TypeTable<Knowledge: TypeKnowledge>: Sendable {
  private let entries = Mutex<[ObjectIdentifier: Knowledge]>([:])

  func knowledge(of type: Knowledge.Subject, _ id: ObjectIdentifier) -> Knowledge {
    if let known = entries.withLock({ $0[id] }) { return known }
    let knowledge = Knowledge(type)
    entries.withLock { $0[id] = knowledge }
    return knowledge
  }
}
