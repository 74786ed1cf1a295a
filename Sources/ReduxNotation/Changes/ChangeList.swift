package import ReduxJournal
package import StateCoding
package import StateTree
package import TerminalText

/// The differences between two states, for people: one line each.
package struct ChangeList: Hashable, Sendable {
  /// One difference, at a JSON Pointer.
  package enum Change: Hashable, Sendable {
    /// A value that only the new state has; `nil` if it is unknown.
    case added(JSONPointer, JSONValue?)
    /// A value that only the old state has; `nil` if it is unknown.
    case removed(JSONPointer, JSONValue?)
    /// A value that differs; `nil` for an unknown one.
    case changed(JSONPointer, from: JSONValue?, to: JSONValue?)
    /// A value as it is; `nil` if it is unknown.
    case value(JSONPointer, JSONValue?)
    /// A value that moved.
    case moved(from: JSONPointer, to: JSONPointer)
    /// A value that appears a second time.
    case copied(from: JSONPointer, to: JSONPointer)
    /// A secret that differs, although its stand-in doesn't.
    case redacted(JSONPointer)
  }

  /// The differences, in the order to apply them.
  package var changes: [Change]
  /// The volatile places, which are marked.
  package var volatile: PointerPatterns?
  /// The places of dates, which are noted beside numbers.
  package var dates: PointerPatterns?

  /// Creates a list.
  package init(_ changes: [Change]) { self.changes = changes }

  /// The places of numbers that may be dates by their type.
  package var possibleDates: [JSONPointer] {
    changes.compactMap { change in
      switch change {
      case .added(let place, let value), .removed(let place, let value), .value(let place, let value):
        DateHint.isPossible(value) ? place : nil
      case .changed(let place, let old, let new):
        DateHint.isPossible(old) || DateHint.isPossible(new) ? place : nil
      case .moved, .copied, .redacted: nil
      }
    }
  }

  /// Shows `‹redacted›` in place of stand-ins.
  ///
  /// - Parameters:
  ///   - places: The places of stand-ins in the states.
  ///   - secrets: The places whose secrets have changed. Those at which no other change shows get a line.
  package mutating func mask(_ places: RedactedPlaces, secrets: [JSONPointer] = []) {
    if !places.isEmpty {
      changes = changes.map { change in
        func masked(_ value: JSONValue?, at place: JSONPointer) -> JSONValue? {
          value.map { places.masked($0, at: place) }
        }
        return switch change {
        case .added(let place, let value): .added(place, masked(value, at: place))
        case .removed(let place, let value): .removed(place, masked(value, at: place))
        case .changed(let place, let old, let new):
          .changed(place, from: masked(old, at: place), to: masked(new, at: place))
        case .value(let place, let value): .value(place, masked(value, at: place))
        case .moved, .copied, .redacted: change
        }
      }
    }
    changes += secrets.outside(of: changes.map(\.place)).map { .redacted($0) }
  }

  /// Returns the lines, each with a sign that needs no color: `+` added, `-` removed, `~` changed, `>` moved, `=`
  /// copied.
  ///
  ///     ~ /tasks/3/title: "a" → "b"
  ///
  /// - Parameters:
  ///   - indent: The start of each line.
  ///   - columns: The preferred width of a line; long pointers aren't shortened. `nil` to shorten nothing.
  /// - Returns: A line for each difference, without line ends.
  package func lines(indent: String = "", columns: Int? = nil) -> [StyledText] {
    let alike = ChangeList.lookingAlike(changes)
    return changes.map { change in
      var line: StyledText = ""
      write(change, to: &line, indent: indent, columns, alike)
      return line
    }
  }

  /// Returns the lines of some changes, each with its line feed.
  package func joinedLines(_ changes: ArraySlice<Change>, columns: Int? = nil) -> StyledText {
    var text: StyledText = ""
    let alike = ChangeList.lookingAlike(self.changes)
    for change in changes {
      write(change, to: &text, indent: "", columns, alike)
      text.append(trusted: "\n")
    }
    return text
  }

  private static let volatileNote = " (volatile)"

  /// Appends a line to a text. With thousands of differences, creating a text for each takes longer than finding them.
  private func write(
    _ change: Change, to text: inout StyledText, indent: String, _ columns: Int?, _ alike: Set<ByteString>
  ) {
    /// Writes the part before the values and returns the remaining columns.
    func start(_ sign: String, _ style: Style, _ pointer: JSONPointer, signs: Int) -> Int? {
      var place = Self.place(pointer)
      if alike.contains(ByteString(place)) { place = place.showingCodePoints }
      text.append(trusted: indent)
      text.append(trusted: sign, style)
      text.append(place, .key)
      return columns.map { columns in
        let note = volatile?.contain(pointer) == true ? Self.volatileNote.count : 0
        return columns - indent.count - signs - place.terminalWidth - note
      }
    }
    func end(_ link: String, _ value: String, _ style: Style, of whole: JSONValue?, at pointer: JSONPointer) {
      text.append(trusted: link)
      text.append(value, style)
      note(dateOf: whole, at: pointer)
    }
    func note(dateOf value: JSONValue?, at pointer: JSONPointer) {
      if let value, let date = DateHint.text(of: value, at: pointer, knowing: dates) { text.append(" (\(date))", .dim) }
    }
    func mark(_ pointer: JSONPointer) {
      if volatile?.contain(pointer) == true { text.append(trusted: Self.volatileNote, .dim) }
    }
    switch change {
    case .added(let pointer, let value):
      let room = start("+ ", .added, pointer, signs: 4)
      end(": ", Self.short(value, room), .added, of: value, at: pointer)
      mark(pointer)
    case .removed(let pointer, let value):
      let room = start("- ", .removed, pointer, signs: 4)
      end(": ", Self.short(value, room), .removed, of: value, at: pointer)
      mark(pointer)
    case .changed(let pointer, .string(let old)?, .string(let new)?):
      let room = start("~ ", .changed, pointer, signs: 7)
      text.append(trusted: ": ")
      guard let difference = TextDifference(old, new) else {
        let (left, right) = Self.short(.string(old), .string(new), room)
        text.append(left, .removed)
        text.append(trusted: " → ")
        text.append(right, .added)
        return mark(pointer)
      }
      difference.write(to: &text, columns: room)
      mark(pointer)
    case .changed(let pointer, let old, let new):
      let (left, right) = Self.short(old, new, start("~ ", .changed, pointer, signs: 7))
      end(": ", left, .removed, of: old, at: pointer)
      end(" → ", right, .added, of: new, at: pointer)
      mark(pointer)
    case .value(let pointer, let value):
      let room = start("", .key, pointer, signs: 2)
      text.append(trusted: ": ")
      text.append(Self.short(value, room))
      note(dateOf: value, at: pointer)
      mark(pointer)
    case .moved(let source, let target):
      _ = start("> ", .changed, source, signs: 0)
      text.append(trusted: " → ")
      text.append(Self.place(target), .key)
    case .redacted(let pointer):
      _ = start("~ ", .changed, pointer, signs: 0)
      text.append(trusted: ": ")
      text.append(trusted: RedactedPlaces.shown, .dim)
    case .copied(let source, let target):
      _ = start("= ", .added, source, signs: 0)
      text.append(trusted: " → ")
      text.append(Self.place(target), .key)
    }
  }

  /// The pointers of changes that look like others.
  private static func lookingAlike(_ changes: some Collection<Change>) -> Set<ByteString> {
    guard changes.count > 1, changes.contains(where: { !place($0.place).utf8.allSatisfy { $0 < 0x80 } }) else {
      return []
    }
    let places = Set(changes.map { ByteString(place($0.place)) })
    let groups = Dictionary(grouping: places) { $0.string.appearance }
    return groups.values.reduce(into: []) { alike, group in if group.count > 1 { alike.formUnion(group) } }
  }

  /// The pointer to the whole document is empty, which would be invisible.
  private static func place(_ pointer: JSONPointer) -> String {
    pointer.isRoot ? "(the whole state)" : pointer.description
  }

  private static func short(_ value: JSONValue?, _ columns: Int?) -> String {
    guard let value else { return "…" }
    guard let columns else { return JSONPrinter.text(of: value, layout: .compact) }
    return JSONPrinter.shortened(value, columns: max(columns, 16))
  }

  /// Shortens two values that share the columns; the longer one gets the columns that the shorter one doesn't need.
  private static func short(_ old: JSONValue?, _ new: JSONValue?, _ columns: Int?) -> (String, String) {
    guard let columns else { return (short(old, nil), short(new, nil)) }
    let half = max(columns / 2, 16)
    let left = short(old, half)
    let right = short(new, max(columns - left.terminalWidth, half))
    return (short(old, max(columns - right.terminalWidth, half)), right)
  }
}

extension ChangeList {
  /// The operations of a patch, which doesn't hold the values that it replaces and removes.
  package init(_ patch: JSONPatch) {
    self.init((patch, replaced: Array(repeating: nil, count: patch.operations.count)))
  }

  /// The differences between two values, as a reader would tell them.
  package init(from old: JSONValue, to new: JSONValue, by identity: PointerPatterns) {
    self.init(ReshapedArrays.joined(JSONPatch.changes(from: old, to: new), by: identity) { new }, by: identity)
  }

  /// The differences between two values, as a reader would tell them.
  package init(from old: JSONNode, to new: JSONNode, by identity: PointerPatterns) {
    self.init(ReshapedArrays.joined(JSONPatch.changes(from: old, to: new), by: identity) { new.value }, by: identity)
  }

  /// The differences that `JSONPatch.changes(from:to:)` finds, as a reader would tell them: see `FollowedElements`.
  ///
  /// - Parameters:
  ///   - found: The operations, and the value that each removes or replaces.
  ///   - identity: The places of the members that identify elements, as the app chose them.
  package init(_ found: ReshapedArrays.Changes, by identity: PointerPatterns = .none) {
    self.init(
      zip(found.patch.operations, found.replaced).flatMap { operation, old -> [Change] in
        switch operation {
        case .add(let path, let new): [.added(path, new)]
        case .remove(let path): [.removed(path, old)]
        case .replace(let path, let new):
          old.flatMap { ChangeList.following(path, from: $0, to: new, by: identity) } ?? [
            .changed(path, from: old, to: new)
          ]
        case .move(let from, let path): [.moved(from: from, to: path)]
        case .copy(let from, let path): [.copied(from: from, to: path)]
        case .test: []
        }
      })
    joinMoves(by: identity)
  }
}

extension ChangeList.Change {
  /// The place of the change.
  package var place: JSONPointer {
    switch self {
    case .added(let place, _), .removed(let place, _), .changed(let place, _, _), .value(let place, _),
      .moved(_, let place), .copied(_, let place), .redacted(let place):
      place
    }
  }
}
