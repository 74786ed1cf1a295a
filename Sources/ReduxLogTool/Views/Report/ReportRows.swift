import ReduxJournal
import StateTree

/// The rows of a report in columns, as JSON text.
struct ReportRows {
  private(set) var rows: [TimelineRow] = []
  private var types = Numbering()
  private var typeNumbers: [Int] = []
  private var pointers = Numbering()
  private var places: [[Int]] = []

  /// More places than this are shortened to those around them.
  private static let mostPlaces = 8

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

  mutating func add(_ row: TimelineRow, _ line: LogLine?, _ step: ReportStates.Step) {
    rows.append(row)
    typeNumbers.append(row.type.map { types.number(of: $0) } ?? -1)
    places.append(changed(line, step))
  }

  private mutating func changed(_ line: LogLine?, _ step: ReportStates.Step) -> [Int] {
    guard let action = line?.action else { return [] }
    if let patch = step.changes?.patch {
      var paths = Set(patch.operations.flatMap(\.places))
      var depth = paths.map(\.tokens.count).max() ?? 0
      while paths.count > ReportRows.mostPlaces, depth > 1 {
        depth -= 1
        paths = Set(paths.map { JSONPointer(tokens: Array($0.tokens.prefix(depth))) })
      }
      return paths.map(\.description).sorted().map { pointers.number(of: $0) }
    }
    // Without a hash, nothing says what changed.
    guard !action.changed.isEmpty || action.hash != nil && action.unhashed == nil else { return [-1] }
    return action.changed.map { pointers.number(of: $0.pointer) }
  }

  /// The rows as JSON text.
  func json(bases: [Int]) -> [UInt8] {
    var text = JSONText()
    text.object { object in
      object.member("kind", String(rows.map(\.kind.rawValue)))
      object.member("seq", rows) { $0.add($1.seq) }
      object.member("time", rows) { $0.add($1.time) }
      object.member("type", typeNumbers) { $0.add($1) }
      object.member("types", types.texts) { $0.add($1) }
      object.member("text", rows) { $0.add($1.text) }
      object.member("places", places) { list, numbers in list.array { for number in numbers { $0.add(number) } } }
      object.member("pointers", pointers.texts) { $0.add($1) }
      object.member("us", rows) { $0.add($1.reducerMicroseconds ?? -1) }
      object.member("bases", bases) { $0.add($1) }
      object.sparse("cause", rows.map(\.cause))
      object.sparse("to", rows.map(\.target))
    }
    return text.bytes
  }
}

extension JSONText {
  fileprivate mutating func sparse(_ key: String, _ values: [Int?]) {
    self.key(key)
    object { object in for (row, value) in values.enumerated() { object.member(String(row), value) } }
  }
}

extension JSONPatch.Operation {
  /// The places that the operation changes.
  fileprivate var places: [JSONPointer] {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .copy(_, let path): [path]
    case .move(let from, let path): [from, path]
    case .test: []
    }
  }
}
