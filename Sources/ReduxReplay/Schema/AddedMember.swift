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
    change(&state, at: tokens[...]) { object, key in
      if object[key] == nil { object[key] = value }
    }
  }

  /// Removes the member, whatever its value.
  func remove(from state: inout JSONValue) {
    change(&state, at: tokens[...]) { object, key in object[key] = nil }
  }

  /// Whether a pointer leads to the member or into it.
  func holds(_ place: JSONPointer) -> Bool {
    place.tokens.count >= tokens.count && zip(tokens, place.tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }

  private func change(
    _ value: inout JSONValue, at tokens: ArraySlice<String>, _ body: (inout JSONObject, String) -> Void
  ) {
    guard let token = tokens.first else { return }
    switch value {
    case .object(var object):
      if tokens.count == 1 {
        body(&object, token)
      } else {
        for key in token == "*" ? object.keys : [token] {
          guard var member = object[key] else { continue }
          change(&member, at: tokens.dropFirst(), body)
          object[key] = member
        }
      }
      value = .object(object)
    case .array(var elements) where tokens.count > 1:
      for index in elements.indices where token == "*" || token == "\(index)" {
        change(&elements[index], at: tokens.dropFirst(), body)
      }
      value = .array(elements)
    default: break
    }
  }
}
