import ReduxInspection
import ReduxJournal
import StateTree

/// The rows of a report in columns, as lines of JSON.
struct ReportRows {
  /// A browser reads a line at once, so each holds a part of the rows.
  private static let rowsPerLine = 8192
  /// The most removed members that are looked at: a row names no more places.
  private static let mostRemoved = 8

  private(set) var rows: [TimelineRow] = []
  private var types = Numbering()
  private var typeNumbers: [Int] = []
  private var pointers = Numbering()
  private var places: [[Int]] = []
  /// How many of a row's places, the first ones, it removed.
  private var removed: [Int?] = []

  private struct Numbering {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of text: String) -> Int {
      if let number = numbers[text] { return number }
      numbers[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }

  mutating func add(_ row: TimelineRow, _ event: JournalEvent?, _ step: ReportStates.Step) {
    rows.append(row)
    typeNumbers.append(row.type.map { types.number(of: $0) } ?? -1)
    let changed = changed(event, step)
    let first = removedPlaces(event, step).filter { changed?.contains($0) == true }
    places.append(changed.map { (first + $0.filter { !first.contains($0) }).map { pointers.number(of: $0) } } ?? [-1])
    removed.append(first.isEmpty ? nil : first.count)
  }

  /// The members that an action removed, the one with the largest value first. In a list, its place may be the only one shown.
  ///
  /// A member in place of another, as when an enum's case changes, isn't removed.
  private func removedPlaces(_ event: JournalEvent?, _ step: ReportStates.Step) -> [String] {
    guard event?.action != nil, let changes = step.changes else { return [] }
    var members: [(place: JSONPointer, value: JSONValue?)] = []
    var added: [JSONPointer] = []
    for (operation, value) in zip(changes.patch.operations, changes.replaced) {
      if case .remove(let place) = operation, place.tokens.last.flatMap(JSONPointer.index) == nil {
        members.append((place, value))
      } else if case .add(let place, _) = operation {
        added.append(place)
      }
    }
    guard members.count <= Self.mostRemoved else { return [] }
    func isAlone(_ place: JSONPointer, in places: [JSONPointer]) -> Bool {
      places.count { $0.tokens.dropLast() == place.tokens.dropLast() } == 1
    }
    members.removeAll { [places = members.map(\.place)] in isAlone($0.place, in: places) && isAlone($0.place, in: added)
    }
    let sizes = members.map { ($0.place.description, $0.value?.compact.utf8.count ?? 0) }
    return sizes.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
  }

  private func changed(_ event: JournalEvent?, _ step: ReportStates.Step) -> [String]? {
    guard let action = event?.action else { return [] }
    guard var places = step.changes.map({ ChangedPlaces.of($0.patch) }) ?? ChangedPlaces.of(action) else { return nil }
    // A place whose shape has changed may have the same value in today's.
    if step.isConverted {
      places += action.changed.map(\.pointer).filter { place in
        !places.contains { "\($0)/".hasPrefix("\(place)/") || "\(place)/".hasPrefix("\($0)/") }
      }
    }
    let secrets = action.changedSecrets.outside(of: places.compactMap { try? JSONPointer($0) })
    return places + secrets.map(\.description)
  }

  /// The rows as lines of JSON: the tables, then the columns of a part of the rows in each line.
  func json(bases: [Int], recorded: [Int]) -> [UInt8] {
    var tables = JSONText()
    tables.object { object in
      object.member("types", types.texts) { $0.add($1) }
      object.member("pointers", pointers.texts) { $0.add($1) }
      object.member("bases", bases) { $0.add($1) }
      object.member("recorded", recorded) { $0.add($1) }
    }
    let starts = stride(from: 0, to: max(1, rows.count), by: Self.rowsPerLine)
    let parts = starts.map { columns(of: $0..<min(rows.count, $0 + Self.rowsPerLine)) }
    return Array(([tables.bytes] + parts).joined(separator: [UInt8(ascii: "\n")]))
  }

  private func columns(of range: Range<Int>) -> [UInt8] {
    let rows = rows[range]
    var text = JSONText()
    text.object { object in
      object.member("kind", String(rows.map(\.kind.rawValue)))
      object.member("seq", rows) { $0.add($1.seq) }
      object.member("time", rows) { $0.add($1.time) }
      object.member("type", typeNumbers[range]) { $0.add($1) }
      object.member("text", rows) { $0.add($1.text) }
      object.member("places", places[range]) { list, numbers in list.array { for number in numbers { $0.add(number) } }
      }
      object.member("us", rows) { $0.add($1.reducerMicroseconds ?? -1) }
      object.sparse("cause", zip(range, rows.map(\.cause)))
      object.sparse("to", zip(range, rows.map(\.target)))
      object.sparse("removed", zip(range, removed[range]))
    }
    return text.bytes
  }
}

extension JSONText {
  fileprivate mutating func sparse(_ key: String, _ values: some Sequence<(Int, Int?)>) {
    self.key(key)
    object { object in for (row, value) in values { object.member(String(row), value) } }
  }
}

/// The steps of a report's rows, each a line of JSON, in blocks that a browser unpacks one at a time.
struct ReportSteps {
  /// The rows of a block with so many bytes of text are complete.
  private static let blockSize = 256 << 10

  /// The first and the last row of each block so far.
  private(set) var blocks: [ClosedRange<Int>] = []
  /// The rows that have a whole state.
  private(set) var bases: [Int] = []
  /// The rows whose states the journal holds in another shape.
  private(set) var recorded: [Int] = []
  private var lines: [[UInt8]] = []
  private var byteCount = 0
  private var first = 0
  private var row = -1
  /// The step of the last row, to which a snapshot may add the state.
  private var last: [UInt8]?

  /// Begins the step of the next row.
  mutating func add(_ event: JournalEvent?, _ step: ReportStates.Step) {
    flush()
    row += 1
    var text = JSONText()
    text.object { object in
      if let action = event?.action { object.add(action, namesChanges: step.changes == nil || step.isConverted) }
      object.member("hash", event?.record.hash?.description)
      if let changes = step.changes {
        object.key("patch")
        object.add(changes)
      }
      if let state = step.state {
        object.key("state")
        object.add(json: state)
      }
      object.member("sameAs", step.equal)
    }
    if step.state != nil { bases.append(row) }
    last = text.bytes
    if let changes = step.recorded { add(recorded: changes) }
  }

  /// Adds the state after the last row to its step.
  mutating func add(state: [UInt8]) {
    if add("state", { $0.add(json: state) }) { bases.append(row) }
  }

  /// Adds to the last row's step what its state had instead in the recorded shape.
  mutating func add(recorded changes: (patch: JSONPatch, replaced: [JSONValue?])) {
    if add("recorded", { $0.add(changes) }) { recorded.append(row) }
  }

  private mutating func add(_ key: String, _ value: (inout JSONText) -> Void) -> Bool {
    guard var step = last else { return false }
    step.removeLast()
    var member = JSONText()
    member.key(key)
    value(&member)
    last = step + (step.count > 1 ? [UInt8(ascii: ",")] : []) + member.bytes + [UInt8(ascii: "}")]
    return true
  }

  /// Takes the block of the rows so far, if it is large enough.
  mutating func takeBlock(isLast: Bool = false) -> [UInt8]? {
    if isLast { flush() }
    guard row >= first, isLast || byteCount > ReportSteps.blockSize else { return nil }
    let end = last == nil ? row : row - 1
    guard end >= first else { return nil }
    blocks.append(first...end)
    first = end + 1
    defer { (lines, byteCount) = ([], 0) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private mutating func flush() {
    guard let step = last else { return }
    lines.append(step)
    byteCount += step.count
    last = nil
  }
}

extension JSONText {
  fileprivate mutating func add(_ action: ActionRecord, namesChanges: Bool) {
    key("action")
    if action.redacted.isEmpty { add(json: action.action.bytes) } else { add(action.shownAction) }
    let secrets = action.changedSecrets.map(\.description)
    if !secrets.isEmpty { member("secrets", secrets) { $0.add($1) } }
    if action.mayChangeSecrets { member("hidden", true) }
    if action.hadReturned { member("returned", true) }
    member("error", action.error)
    member("site", action.site)
    if action.replayability != .replayable { member("replay", action.replayability.rawValue) }
    member("unhashed", action.unhashed)
    guard namesChanges, !action.changed.isEmpty else { return }
    member("since", action.since)
    key("changed")
    object { object in
      for place in action.changed {
        object.key(place.pointer)
        if let short = place.short { object.add(short) } else { object.add(JSONValue.null) }
      }
    }
  }

  fileprivate mutating func add(_ changes: (patch: JSONPatch, replaced: [JSONValue?])) {
    array { list in
      for (operation, old) in zip(changes.patch.operations, changes.replaced) { list.add(operation, replacing: old) }
    }
  }

  private mutating func add(_ operation: JSONPatch.Operation, replacing old: JSONValue?) {
    object { object in
      guard case .object(let members) = operation.json else { return }
      for (key, value) in members {
        object.key(key)
        object.add(value)
      }
      if let old {
        object.key("was")
        object.add(old)
      }
    }
  }
}

/// JSON text, written piece by piece: a tree of a journal's rows would need ten times their memory.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    try group("{", "}", body)
  }

  mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
    try group("[", "]", body)
  }

  private mutating func group(_ open: String, _ close: String, _ body: (inout JSONText) throws -> Void) rethrows {
    separate()
    bytes += open.utf8
    needsComma = false
    try body(&self)
    bytes += close.utf8
    needsComma = true
  }

  /// Writes a key, to be followed by its value.
  mutating func key(_ key: String) {
    add(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func add(_ text: String) {
    separate()
    JSONValue.string(text).appendCompact(to: &bytes)
    needsComma = true
  }

  mutating func add(_ number: Int) { add(json: Array(String(number).utf8)) }

  mutating func add(_ flag: Bool) { add(json: Array(String(flag).utf8)) }

  mutating func add(_ value: JSONValue) {
    separate()
    value.appendCompact(to: &bytes)
    needsComma = true
  }

  /// Adds JSON text as it is.
  mutating func add(json: some Collection<UInt8>) {
    separate()
    bytes += json
    needsComma = true
  }

  /// Adds a member, unless its value is `nil`.
  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    self.key(key)
    add(text)
  }

  /// Adds a member, unless its value is `nil`.
  mutating func member(_ key: String, _ number: Int?) {
    guard let number else { return }
    self.key(key)
    add(number)
  }

  /// Adds a member.
  mutating func member(_ key: String, _ flag: Bool) {
    self.key(key)
    add(flag)
  }

  /// Adds a member with an array.
  mutating func member<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    self.key(key)
    array { list in for element in elements { body(&list, element) } }
  }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }
}
