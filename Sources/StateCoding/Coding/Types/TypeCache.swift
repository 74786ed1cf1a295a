import StateTree
import Synchronization

/// A cache of the knowledge about types that a core encoded or decoded last.
///
/// A look-up in the process's table takes a lock and a dictionary; computing the knowledge takes several look-ups of
/// conformances, a microsecond in all.
struct TypeCache<Knowledge: TypeKnowledge>: ~Copyable {
  typealias Entry = (id: ObjectIdentifier, knowledge: Knowledge)

  /// The entries, each at the index of its type.
  private(set) var entries = Stack<Entry?>()

  @_transparent
  mutating func knowledge(of type: Knowledge.Subject) -> Knowledge {
    let id = Knowledge.id(of: type)
    if id.cacheIndex < entries.count, let entry = entries.elements[id.cacheIndex], entry.id == id {
      return entry.knowledge
    }
    return find(type)
  }

  /// The knowledge about a type, which is in its entry afterwards.
  @inline(never)
  mutating func find(_ type: Knowledge.Subject) -> Knowledge {
    while entries.count <= ObjectIdentifier.lastCacheIndex { entries.append(nil) }
    let id = Knowledge.id(of: type)
    let knowledge = Knowledge.table.knowledge(of: type, id)
    entries.elements[id.cacheIndex] = (id, knowledge)
    return knowledge
  }
}

// The same for the types of each value. In generic code, a debug build looks up the type of an entry each time.

extension TypeCache where Knowledge == EncodingStrategy {
  @_transparent
  mutating func knowledge(of type: any Encodable.Type) -> EncodingStrategy {
    let id = ObjectIdentifier(type)
    if id.cacheIndex < entries.count, let entry = entries.elements[id.cacheIndex], entry.id == id {
      return entry.knowledge
    }
    return find(type)
  }
}

extension TypeCache where Knowledge == DecodingStrategy {
  @_transparent
  mutating func knowledge(of type: any Decodable.Type) -> DecodingStrategy {
    let id = ObjectIdentifier(type)
    if id.cacheIndex < entries.count, let entry = entries.elements[id.cacheIndex], entry.id == id {
      return entry.knowledge
    }
    return find(type)
  }
}

extension ObjectIdentifier {
  fileprivate static let lastCacheIndex = 63

  /// The index of a type's entry.
  @_transparent
  fileprivate var cacheIndex: Int { Int(bitPattern: UInt(bitPattern: self) &>> 4 & 63) }
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

/// Converts a value to its own type, in generic code that only knows the type at run time.
///
/// A cast would look up the type's conformances for each value.
@_transparent
package func same<Value, Same>(_ value: Value, as _: Same.Type) -> Same {
  assert(Value.self == Same.self)
  return unsafeBitCast(value, to: Same.self)
}
