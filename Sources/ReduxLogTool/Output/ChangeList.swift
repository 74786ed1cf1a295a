package import StateTree

/// The differences between two states, for people: one line each.
package struct ChangeList: Hashable, Sendable {
  /// One difference, at a JSON Pointer.
  package enum Change: Hashable, Sendable {
    /// A value is there that was not.
    case added(JSONPointer, JSONValue)
    /// A value is gone.
    case removed(JSONPointer, JSONValue)
    /// A value is another.
    case changed(JSONPointer, from: JSONValue, to: JSONValue)
    /// A value is elsewhere.
    case moved(from: JSONPointer, to: JSONPointer)
    /// A value is there again.
    case copied(from: JSONPointer, to: JSONPointer)
  }

  /// The differences, in the order in which they are to be made.
  package var changes: [Change]

  /// Creates a list.
  package init(_ changes: [Change]) { self.changes = changes }

  /// The lines, each with a sign that needs no colour: `+` added, `-` removed, `~` changed, `>` moved, `=` copied.
  ///
  ///     ~ /tasks/3/title: "a" → "b"
  ///
  /// - Parameters:
  ///   - indent: What each line begins with.
  ///   - columns: How many columns a line should take; a long pointer is not shortened. `nil` to shorten nothing.
  /// - Returns: A line for each difference, without line ends.
  package func lines(indent: String = "", columns: Int? = nil) -> [StyledText] {
    changes.map { change in
      let start = StyledText(trusted: indent)
      /// What is left for values beside a pointer and so many signs.
      func room(_ pointer: JSONPointer, _ signs: Int) -> Int? {
        columns.map { $0 - indent.count - signs - Self.root(pointer).terminalWidth }
      }
      switch change {
      case .added(let pointer, let value):
        return start + "\("+ ", .added)\(Self.root(pointer), .key): \(Self.short(value, room(pointer, 4)), .added)"
      case .removed(let pointer, let value):
        return start + "\("- ", .removed)\(Self.root(pointer), .key): \(Self.short(value, room(pointer, 4)), .removed)"
      case .changed(let pointer, let old, let new):
        let (left, right) = Self.short(old, new, room(pointer, 7))
        return start
          + "\("~ ", .changed)\(Self.root(pointer), .key): \(left, .removed) → \(right, .added)"
      case .moved(let source, let target):
        return start + "\("> ", .changed)\(Self.root(source), .key) → \(Self.root(target), .key)"
      case .copied(let source, let target):
        return start + "\("= ", .added)\(Self.root(source), .key) → \(Self.root(target), .key)"
      }
    }
  }

  /// The pointer to the whole document is empty, which nobody would see.
  private static func root(_ pointer: JSONPointer) -> String {
    pointer.isRoot ? "(the whole state)" : pointer.description
  }

  private static func short(_ value: JSONValue, _ columns: Int?) -> String {
    guard let columns else { return String(decoding: JSONPrinter.bytes(of: value, layout: .compact), as: UTF8.self) }
    return JSONPrinter.shortened(value, columns: max(columns, 16))
  }

  /// Two values that share the columns; what a short one doesn't need, the other gets.
  private static func short(_ old: JSONValue, _ new: JSONValue, _ columns: Int?) -> (String, String) {
    guard let columns else { return (short(old, nil), short(new, nil)) }
    let half = max(columns / 2, 16)
    let left = short(old, half)
    let right = short(new, max(columns - left.terminalWidth, half))
    return (short(old, max(columns - right.terminalWidth, half)), right)
  }
}
