package import StateTree

/// JSON Pointers in which `*` matches any key or index.
package struct PointerPatterns: Hashable, Sendable {
  private let patterns: [[String]]

  /// No patterns.
  package static let none = PointerPatterns([[String]]())

  /// Creates patterns from the pointers of rules.
  package init(_ pointers: [RedactionRules.Pointer]) {
    // Every pointer of a rule is a JSON Pointer.
    patterns = pointers.compactMap { try? JSONPointer($0.description).tokens }
  }

  /// Creates patterns from pointers whose tokens may be `*`.
  package init(_ pointers: [JSONPointer]) { self.init(pointers.map(\.tokens)) }

  private init(_ patterns: [[String]]) { self.patterns = patterns }

  /// The patterns of two values' rules.
  package func united(with other: PointerPatterns) -> PointerPatterns {
    PointerPatterns(patterns + other.patterns.filter { !patterns.contains($0) })
  }

  /// The patterns inside the value at a pointer, from there.
  package func inside(_ pointer: JSONPointer) -> PointerPatterns {
    PointerPatterns(
      patterns.filter { PointerPatterns.agree($0, pointer.tokens) }.map { Array($0.dropFirst(pointer.tokens.count)) })
  }

  /// The tokens behind `*` of the patterns that lead into the elements of the array at a pointer.
  package func members(inElementsAt pointer: JSONPointer) -> [[String]] {
    let count = pointer.tokens.count
    return patterns.compactMap { pattern in
      guard pattern.count > count + 1, pattern[count] == "*", PointerPatterns.agree(pattern, pointer.tokens) else {
        return nil
      }
      return Array(pattern.dropFirst(count + 1))
    }
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a pointer matches a pattern, or leads into a value that does.
  package func contain(_ pointer: JSONPointer) -> Bool {
    patterns.contains { $0.count <= pointer.tokens.count && PointerPatterns.agree($0, pointer.tokens) }
  }

  /// Whether a pattern matches a pointer, or the value there may contain a match.
  package func overlap(_ pointer: JSONPointer) -> Bool {
    patterns.contains { PointerPatterns.agree($0, pointer.tokens) }
  }

  /// Whether a pattern and a pointer agree up to the end of the shorter one.
  private static func agree(_ pattern: [String], _ tokens: [String]) -> Bool {
    zip(pattern, tokens).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
  }
}
