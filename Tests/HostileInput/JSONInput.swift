import Foundation
import StateTree

/// Parses JSON, writes it and parses it again, and compares with Foundation's parser.
enum JSONInput {
  static func take(_ input: [UInt8]) -> String? {
    let document: JSONDocument
    do {
      document = try JSONDocument(input)
    } catch {
      _ = error.description
      return nil
    }
    let value = document.root.value
    guard document.root.stateHash == value.stateHash else { return "the tree has another hash" }
    let text = value.compact
    guard let again = try? JSONValue(parsing: text) else { return "the written text can't be read: \(text)" }
    guard again == value, again.compact == text, again.stateHash == value.stateHash else { return "is \(text) then" }
    guard isWithinReach(of: value) else { return nil }
    let other = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    return other == nil ? "Foundation doesn't read it" : nil
  }

  /// Whether Foundation can represent the numbers.
  private static func isWithinReach(of value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .string: true
    case .number(let number): number.literal.utf8.count < 17 && !number.literal.contains { "eE".contains($0) }
    case .array(let elements): elements.allSatisfy(isWithinReach)
    case .object(let members): members.values.allSatisfy(isWithinReach)
    }
  }
}
