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
  ///   - columns: How many columns a line should take; a long pointer is not shortened.
  /// - Returns: A line for each difference, without line ends.
  package func lines(indent: String = "", columns: Int = 120) -> [StyledText] {
    changes.map { change in
      let start = StyledText(trusted: indent)
      switch change {
      case .added(let pointer, let value):
        let room = columns - indent.count - 4 - Self.root(pointer).terminalWidth
        return start + "\("+ ", .added)\(Self.root(pointer), .key): \(Self.short(value, room), .added)"
      case .removed(let pointer, let value):
        let room = columns - indent.count - 4 - Self.root(pointer).terminalWidth
        return start + "\("- ", .removed)\(Self.root(pointer), .key): \(Self.short(value, room), .removed)"
      case .changed(let pointer, let old, let new):
        let room = columns - indent.count - 7 - Self.root(pointer).terminalWidth
        let (left, right) = Self.short(old, new, room)
        return start
          + "\("~ ", .changed)\(Self.root(pointer), .key): \(left, .removed) → \(right, .added)"
      case .moved(let source, let target):
        return start + "\("> ", .changed)\(Self.root(source), .key) → \(Self.root(target), .key)"
      case .copied(let source, let target):
        return start + "\("= ", .added)\(Self.root(source), .key) → \(Self.root(target), .key)"
      }
    }
  }

  /// How many differences there are of each sort, in words: `1 added, 2 changed`.
  package var summary: String {
    var counts: [(name: String, count: Int)] = []
    for change in changes {
      let name =
        switch change {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        case .moved: "moved"
        case .copied: "copied"
        }
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    return counts.isEmpty ? "no difference" : counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }

  /// The pointer to the whole document is empty, which nobody would see.
  private static func root(_ pointer: JSONPointer) -> String {
    pointer.isRoot ? "(the whole state)" : pointer.description
  }

  private static func short(_ value: JSONValue, _ columns: Int) -> String {
    JSONPrinter.shortened(value, columns: max(columns, 16))
  }

  /// Two values that share the columns; what a short one doesn't need, the other gets.
  private static func short(_ old: JSONValue, _ new: JSONValue, _ columns: Int) -> (String, String) {
    let half = max(columns / 2, 16)
    let left = short(old, half)
    let right = short(new, max(columns - left.terminalWidth, half))
    return (short(old, max(columns - right.terminalWidth, half)), right)
  }
}
