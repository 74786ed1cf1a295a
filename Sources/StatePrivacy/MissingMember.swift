import StateTree

/// The members of an object that lacks one, which its type doesn't know.
package struct MissingMember: Error {
  /// The unknown members: candidates for the missing member's former name.
  package let unknown: [String]

  /// The maximum number of members that are kept.
  private static let limit = 8

  /// Creates a list of at most eight.
  ///
  /// - Parameter unknown: The unknown members.
  package init(unknown: [String]) { self.unknown = Array(unknown.prefix(MissingMember.limit)) }

  /// The unknown members, for the end of a sentence.
  var clause: String {
    let names = unknown.map { JSONValue.string($0).compact }.joined(separator: ", ")
    return switch unknown.count {
    case 0: ""
    case 1: ", but the unknown member \(names): renamed?"
    default: ", but the unknown members \(names)"
    }
  }
}

/// The case that an enum doesn't have.
package struct UnknownCase: Error {
  /// The name in the document.
  package let name: String
  /// The names of the enum's cases; `nil` if they can't be determined.
  package let known: [String]?

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - name: The name in the document.
  ///   - known: The names of the enum's cases; `nil` if they can't be determined.
  package init(name: String, known: [String]?) { (self.name, self.known) = (name, known) }

  /// One sentence about what is wrong.
  package var description: String {
    let name = JSONValue.string(name).compact
    guard let known, !known.isEmpty else { return "no case is named \(name)" }
    return "no case is named \(name); the cases are \(known.joined(separator: ", "))"
  }
}
