import StateTree

/// A member of the state that a schema version added, and its value in older states.
struct AddedMember: Sendable {
  let pointer: String
  private let tokens: [String]
  private let value: JSONValue

  init(pointer: String, value: JSONValue) {
    guard let tokens = try? JSONPointer(pointer).tokens, !tokens.isEmpty else {
      preconditionFailure("'\(pointer)' isn't a JSON Pointer to a member")
    }
    self.pointer = pointer
    self.tokens = tokens
    self.value = value
  }

  /// Adds the value where it is missing.
  func add(to state: inout JSONValue) {
    change(&state) { object, key in
      if object[key] == nil { object[key] = value }
    }
  }

  /// Removes the member, whatever its value.
  func remove(from state: inout JSONValue) {
    change(&state) { object, key in object[key] = nil }
  }

  private func change(_ state: inout JSONValue, _ body: (inout JSONObject, String) -> Void) {
    guard let key = tokens.last else { return }
    state.changeObjects(at: tokens.dropLast()) { body(&$0, key) }
  }
}

extension JSONValue {
  /// Changes each object to which tokens lead, in which `*` matches any key or index.
  mutating func changeObjects(
    at tokens: ArraySlice<String>, _ body: (inout JSONObject) throws -> Void
  ) rethrows {
    switch self {
    case .object(var object):
      self = .null
      if let token = tokens.first {
        for key in token == "*" ? object.keys : [token] {
          guard var member = object[key] else { continue }
          try member.changeObjects(at: tokens.dropFirst(), body)
          object[key] = member
        }
      } else {
        try body(&object)
      }
      self = .object(object)
    case .array(var elements):
      guard let token = tokens.first else { return }
      self = .null
      for index in elements.indices where token == "*" || token == "\(index)" {
        try elements[index].changeObjects(at: tokens.dropFirst(), body)
      }
      self = .array(elements)
    default: break
    }
  }
}
