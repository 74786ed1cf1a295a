package import StateTree

/// Places of a state that pointers name, in which `*` stands for any key or index.
package struct PointerPatterns: Hashable, Sendable {
  private let patterns: [[String]]

  /// Takes the places that rules name.
  package init(_ pointers: [RedactionRules.Pointer]) {
    // What is a pointer there is one here.
    patterns = pointers.compactMap { try? JSONPointer($0.description).tokens }
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a value is at one of the places, or in the value there.
  func hold(_ pointer: JSONPointer) -> Bool {
    patterns.contains { $0.count <= pointer.tokens.count && PointerPatterns.agree($0, pointer.tokens) }
  }

  /// Whether there may be one of the places in a value, or it is at one.
  func touch(_ pointer: JSONPointer) -> Bool { patterns.contains { PointerPatterns.agree($0, pointer.tokens) } }

  /// Whether the tokens that both have agree.
  private static func agree(_ pattern: [String], _ tokens: [String]) -> Bool {
    zip(pattern, tokens).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
  }
}
