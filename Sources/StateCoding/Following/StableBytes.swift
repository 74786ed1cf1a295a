import RuntimeLayout
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bytes that determine a value of a type, if equal bytes mean equal values while a copy is retained.
///
/// A copy retains what the value refers to. Memory with two owners is neither written in place nor reused for something
/// else, so equal references lead to equal contents. This holds for the leaves listed here, for standard collections, and
/// for structs and tuples of those. A type is refused unless all its stored fields are known to be safe, encoded or not.
package struct StableBytes: TypeKnowledge {
  static let table = TypeTable<StableBytes>()
  static func id(of type: Any.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// The bytes that aren't padding, in order; `nil` for a refused type.
  let spans: [ByteSpan]?
  /// Whether equal spans mean that an element may be copied over another without retaining what it refers to.
  let isWhole: Bool
  /// The type because of which this one is refused.
  let obstacle: Any.Type?
  /// Whether this follows from the fields of a type.
  let dependsOnFields: Bool

  init(_ type: Any.Type) {
    var search = Search()
    let isStable = search.add(type, at: 0)
    dependsOnFields = search.readsFields
    isWhole = search.isWhole
    guard isStable else {
      spans = nil
      obstacle = search.obstacle
      return
    }
    var merged: [Range<Int>] = []
    for range in search.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    spans = merged.map { ByteSpan(start: $0.lowerBound, count: $0.count) }
    obstacle = nil
  }

  private static func memory(of type: Any.Type) -> (size: Int, stride: Int, isTrivial: Bool) {
    func memory<Value>(of _: Value.Type) -> (Int, Int, Bool) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.stride, _isPOD(Value.self))
    }
    return memory(of: type)
  }

  /// A walk over the fields of a type.
  private struct Search {
    var ranges: [Range<Int>] = []
    /// The types around the one that is looked at: a type may contain an array of itself.
    private var open: Set<ObjectIdentifier> = []

    /// The innermost type that was refused.
    private(set) var obstacle: Any.Type?
    private(set) var readsFields = false
    private(set) var isWhole = true

    /// Adds the bytes of a type at an offset; `false` if the type is refused.
    mutating func add(_ type: Any.Type, at offset: Int) -> Bool {
      if addFields(of: type, at: offset) { return true }
      obstacle = obstacle ?? type
      return false
    }

    private mutating func addFields(of type: Any.Type, at offset: Int) -> Bool {
      let memory = StableBytes.memory(of: type)
      // The runtime gives an empty type to a field whose type it can't find.
      guard memory.size > 0, !(type is AnyObject.Type) else { return false }
      let bytes = offset..<(offset + memory.size)
      if leaves.contains(ObjectIdentifier(type)) || type is any BitwiseStable.Type {
        ranges.append(bytes)
        return true
      }
      if let composite = type as? any PartwiseStable.Type {
        ranges.append(bytes)
        return composite.parts.allSatisfy { isStable($0) }
      }
      readsFields = true
      guard let fields = RuntimeFields(of: type) else { return false }
      if fields.isEnum {
        ranges.append(bytes)
        // Without payloads, or with payloads that are too small for a reference.
        if memory.isTrivial, memory.size < MemoryLayout<UnsafeRawPointer>.size { return true }
        guard let payloads = EnumPayloads(of: type).types else { return false }
        return payloads.allSatisfy { isStable($0) }
      }
      guard fields.count > 0 else { return false }
      for index in 0..<fields.count {
        let field = fields[index]
        // What a macro stores for observers is no part of the value, and encodes as nothing.
        if field.name.hasPrefix("_$"), field.name.hasSuffix("Registrar") {
          isWhole = false
          continue
        }
        guard add(field.type, at: offset + field.offset) else { return false }
      }
      return true
    }

    /// Whether values behind a reference are stable.
    private mutating func isStable(_ type: Any.Type) -> Bool {
      guard open.insert(ObjectIdentifier(type)).inserted else { return true }
      let outer = ranges
      defer { ranges = outer }
      return add(type, at: 0)
    }
  }
}

/// Types that are values in their bytes and in what they retain.
private let leaves = Set(
  [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, UInt128.self, Float.self, Double.self, String.self, Substring.self, Character.self,
    Unicode.Scalar.self, Date.self, Data.self, UUID.self, URL.self, Decimal.self, JSONValue.self,
  ].map { (type: Any.Type) in ObjectIdentifier(type) })

/// A type of the standard library that is stable if its parts are.
private protocol PartwiseStable {
  static var parts: [Any.Type] { get }
}

extension Optional: PartwiseStable { fileprivate static var parts: [Any.Type] { [Wrapped.self] } }
extension Array: PartwiseStable { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension ContiguousArray: PartwiseStable { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension ArraySlice: PartwiseStable { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Set: PartwiseStable { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Dictionary: PartwiseStable { fileprivate static var parts: [Any.Type] { [Key.self, Value.self] } }
