package import StateTree

/// A value that a query selected.
package struct QueryMatch: Sendable {
  /// A step on the way to a value.
  package enum Step: Sendable, Equatable {
    case name(String)
    case index(Int)
  }

  /// The value.
  package let node: JSONNode
  /// The way to it from the document.
  package let steps: [Step]

  /// The way as a pointer.
  package var pointer: JSONPointer {
    JSONPointer(
      tokens: steps.map { step in
        switch step {
        case .name(let name): name
        case .index(let index): String(index)
        }
      })
  }

  /// The way as a normalized path: RFC 9535, section 2.7.
  package var path: String { "$" + steps.map(\.normalized).joined() }
}

extension QueryMatch {
  /// The shortest step to a member: `.name`, or with brackets if the name isn't a plain word.
  package static func shortStep(to name: String) -> String {
    let isPlain =
      name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isPlain ? ".\(name)" : Step.name(name).normalized
  }
}

extension QueryMatch.Step {
  fileprivate var normalized: String {
    guard case .name(let name) = self else {
      if case .index(let index) = self { return "[\(index)]" }
      return ""
    }
    var text = "['"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'", "\\": text += "\\\(scalar)"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let control where control.value < 0x20:
        text += "\\u00" + (control.value < 0x10 ? "0" : "") + String(control.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "']"
  }
}

extension JSONPath {
  /// The most values that an evaluation visits, if the caller sets no limit.
  package static let defaultLimit = 10_000_000

  /// The values that the query selects, in its order.
  ///
  /// - Throws: `QueryLimitError` if the evaluation visits more values than the limit.
  package func matches(in document: JSONNode, limit: Int = defaultLimit) throws -> [QueryMatch] {
    var matches: [QueryMatch] = []
    try Evaluator(document, limit: limit).select(self, from: document, withPaths: true) { location in
      matches.append(QueryMatch(node: location.node, steps: location.path?.steps ?? []))
      return true
    }
    return matches
  }
}
