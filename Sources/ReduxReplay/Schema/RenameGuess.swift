package import StateTree

/// A place of the state that is gone, and a new one that may be the same under another name.
package struct RenameGuess: Hashable {
  package let old: JSONPointer
  package let new: JSONPointer

  /// The rename to declare, as code; `nil` if the member isn't in the same place any more.
  package var declaration: String? {
    guard let name = new.tokens.last, new.tokens.dropLast() == old.tokens.dropLast() else { return nil }
    let place = JSONPointer(tokens: old.tokens.map { Int($0) == nil ? $0 : "*" })
    return "renamedMembers: [\(JSONValue.string(place.description).compact): \(JSONValue.string(name).compact)]"
  }

  /// Compares a recorded state with one of the app's.
  ///
  /// - Parameters:
  ///   - old: The recorded state.
  ///   - new: The other state.
  /// - Returns: Pairs of a member that only the old state has and one that only the new state has, if they have the same value,
  ///   or are the only ones in the same place and of the same kind; and all pointers that only the old state has.
  static func compare(_ old: JSONValue, with new: JSONValue) -> (guesses: [RenameGuess], gone: [String]) {
    var gone: [(pointer: JSONPointer, value: JSONValue)] = []
    var added: [(pointer: JSONPointer, value: JSONValue)] = []
    collect(old, new, at: [], &gone, &added)
    var guesses: [RenameGuess] = []
    for old in gone {
      let same = added.filter { $0.value == old.value }
      let siblings = added.filter { $0.pointer.tokens.dropLast() == old.pointer.tokens.dropLast() }
      let isOnlyHere = gone.filter { $0.pointer.tokens.dropLast() == old.pointer.tokens.dropLast() }.count == 1
      if same.count == 1, gone.filter({ $0.value == old.value }).count == 1 {
        guesses.append(RenameGuess(old: old.pointer, new: same[0].pointer))
      } else if isOnlyHere, siblings.count == 1, siblings[0].value.kind == old.value.kind {
        guesses.append(RenameGuess(old: old.pointer, new: siblings[0].pointer))
      }
    }
    return (guesses, gone.map(\.pointer.description))
  }

  private static func collect(
    _ old: JSONValue, _ new: JSONValue, at path: [String],
    _ gone: inout [(pointer: JSONPointer, value: JSONValue)], _ added: inout [(pointer: JSONPointer, value: JSONValue)]
  ) {
    if let old = old.object, let new = new.object {
      for (key, value) in zip(old.keys, old.values) {
        if let other = new[key] {
          collect(value, other, at: path + [key], &gone, &added)
        } else {
          gone.append((JSONPointer(tokens: path + [key]), value))
        }
      }
      for (key, value) in zip(new.keys, new.values) where old[key] == nil {
        added.append((JSONPointer(tokens: path + [key]), value))
      }
    } else if let old = old.array, let new = new.array {
      // The first elements show what all have.
      if let old = old.first, let new = new.first { collect(old, new, at: path + ["0"], &gone, &added) }
    }
  }
}

extension [RenameGuess] {
  /// The guesses, for the end of a sentence; empty for none.
  var clause: String {
    guard !isEmpty else { return "" }
    return "; renamed? "
      + prefix(8).map { guess in
        "\(guess.old) is gone, \(guess.new) is new" + (guess.declaration.map { " (\($0))" } ?? "")
      }.joined(separator: "; ")
  }
}

extension JSONValue {
  /// The kind of value, by number.
  fileprivate var kind: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }
}
