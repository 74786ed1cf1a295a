/// Standard collections, seen as collections of another type with the same layout, without a copy.
///
/// The storage of a collection knows the size and the alignment of its elements, not their conformances: a struct whose
/// only member is the element has both. The gate's self-test compares the elements.
package enum ReinterpretedCollections {
  /// The array, with elements of another type; `nil` if the gate is closed or the layouts differ.
  package static func array<From, To>(_ array: [From], as _: To.Type, through gate: LayoutGate = .process) -> [To]? {
    guard gate.isOpen, isSame(From.self, To.self) else { return nil }
    return unsafeBitCast(array, to: [To].self)
  }

  /// The dictionary, with values of another type.
  package static func dictionary<Key: Hashable, From, To>(
    _ dictionary: [Key: From], as _: To.Type, through gate: LayoutGate = .process
  ) -> [Key: To]? {
    guard gate.isOpen, isSame(From.self, To.self) else { return nil }
    return unsafeBitCast(dictionary, to: [Key: To].self)
  }

  /// The set, with elements of another type, which must hash and compare in the same way.
  package static func set<From: Hashable, To: Hashable>(
    _ set: Set<From>, as _: To.Type, through gate: LayoutGate = .process
  ) -> Set<To>? {
    guard gate.isOpen, isSame(From.self, To.self) else { return nil }
    return unsafeBitCast(set, to: Set<To>.self)
  }

  private static func isSame<From, To>(_: From.Type, _: To.Type) -> Bool {
    MemoryLayout<From>.size == MemoryLayout<To>.size && MemoryLayout<From>.stride == MemoryLayout<To>.stride
      && MemoryLayout<From>.alignment == MemoryLayout<To>.alignment && _isPOD(From.self) == _isPOD(To.self)
  }

  private struct Element { var number: Int, text: String }
  private struct Wrapper { var element: Element }

  static var passSelfTest: Bool {
    let elements = (0..<40).map { Element(number: $0, text: "the text of element \($0)") }
    var dictionary: [Int: Element] = [:]
    for (index, element) in elements.enumerated() { dictionary[index] = element }
    guard let array = array(elements, as: Wrapper.self, through: .open),
      let wrapped = self.dictionary(dictionary, as: Wrapper.self, through: .open)
    else { return false }
    return array.count == 40 && wrapped.count == 40
      && elements.indices.allSatisfy { index in
        array[index].element.number == index && array[index].element.text == elements[index].text
          && wrapped[index]?.element.text == elements[index].text
      }
  }
}
