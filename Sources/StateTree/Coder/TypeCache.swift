import Synchronization

/// What is known of the types that a run of the coder has met.
///
/// The first few stand in the run itself, without hashing or locking; the rest, and what earlier runs have found out,
/// in a table of the process. Finding out takes several look-ups of conformances, a microsecond in all.
struct TypeCache<Knowledge: TypeKnowledge> {
  private typealias Entry = (id: ObjectIdentifier, knowledge: Knowledge)

  private var first: Entry?
  private var second: Entry?
  private var third: Entry?

  @inline(__always)
  mutating func knowledge(of type: Knowledge.Subject) -> Knowledge {
    let id = Knowledge.id(of: type)
    if let first, first.id == id { return first.knowledge }
    if let second, second.id == id { return second.knowledge }
    if let third, third.id == id { return third.knowledge }
    return remember(type, id)
  }

  private mutating func remember(_ type: Knowledge.Subject, _ id: ObjectIdentifier) -> Knowledge {
    let knowledge = Knowledge.table.knowledge(of: type, id)
    if first == nil {
      first = (id, knowledge)
    } else if second == nil {
      second = (id, knowledge)
    } else {
      third = (id, knowledge)
    }
    return knowledge
  }
}

/// Something that depends on a type alone.
protocol TypeKnowledge: Sendable {
  /// The types that it can be found out of.
  associatedtype Subject
  /// The knowledge of all runs.
  static var table: TypeTable<Self> { get }
  static func id(of type: Subject) -> ObjectIdentifier
  init(_ type: Subject)
}

/// What all runs have found out.
final class TypeTable<Knowledge: TypeKnowledge>: Sendable {
  private let entries = Mutex<[ObjectIdentifier: Knowledge]>([:])

  func knowledge(of type: Knowledge.Subject, _ id: ObjectIdentifier) -> Knowledge {
    if let known = entries.withLock({ $0[id] }) { return known }
    let knowledge = Knowledge(type)
    entries.withLock { $0[id] = knowledge }
    return knowledge
  }
}
