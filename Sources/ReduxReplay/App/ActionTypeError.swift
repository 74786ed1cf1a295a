import StateTree

/// The error for a name that doesn't lead to exactly one action type.
package struct ActionTypeError: Error, Hashable, Sendable {
  /// The name; `nil` if the record has none.
  package let name: String?
  /// The problem.
  package let problem: Problem
  /// The modules that were searched for an unknown name.
  package internal(set) var searched: [String] = []
  /// The other unknown names in the journal.
  package internal(set) var others: [String] = []

  /// A problem with a name.
  package enum Problem: Hashable, Sendable {
    /// No type has this name, or only a private one.
    case unknown
    /// The name exceeds the limit.
    case tooLong(limit: Int)
    /// The type isn't an action of the app.
    case noAction
    /// The type isn't `Decodable`.
    case notDecodable
    /// Several types, with these qualified names, have it.
    case ambiguous([String])
    /// Types can't be checked, because the protocol is private, or any type conforms to it.
    case unbounded(action: String)
  }
}

extension ActionTypeError: CustomStringConvertible {
  /// The problem and its solution.
  package var description: String {
    guard let name else { return "no action type is named" }
    return switch problem {
    case .unknown:
      "no action type is named \(([name] + others).alternatives)"
        + (searched.isEmpty ? "" : "; searched the module\(searched.count == 1 ? "" : "s") \(searched.enumerated)")
        + "; list private, moved and renamed types: .found(renamed: [\(listing)])"
    case .tooLong(let limit):
      "the action type's name has \(name.utf8.count) bytes; such names are looked up with at most \(limit)"
    case .noAction: "the type \(name) isn't an action of this app"
    case .notDecodable: "the type \(name) is not Decodable"
    case .ambiguous(let names):
      "the name \(name) leads to several types: \(names.joined(separator: ", ")); rename one of them, or list it once"
    case .unbounded(let action):
      "types are not looked up for \(action), because none can be asked whether it is one: "
        + "use a protocol of your own that isn't private, or list the type \(name)"
    }
  }

  /// The unknown types, as Swift code.
  private var listing: String {
    ([name].compactMap(\.self) + others).map { "\(JSONValue.string($0).compact): \($0).self" }.joined(separator: ", ")
  }
}

extension [String] {
  /// `A, B or C`.
  var alternatives: String { joined(lastBy: " or ") }

  /// `A, B and C`.
  var enumerated: String { joined(lastBy: " and ") }

  private func joined(lastBy word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + word + last
  }
}
