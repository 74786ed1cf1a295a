import ReduxJournal
import StateTree

/// The rows of a report in columns, as JSON text.
struct ReportRows {
  private(set) var rows: [TimelineRow] = []
  private var types = Numbering()
  private var typeNumbers: [Int] = []
  private var pointers = Numbering()
  private var places: [[Int]] = []

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
    let places = step.changes.map { ChangedPlaces.of($0.patch) } ?? ChangedPlaces.of(action)
    return places?.map { pointers.number(of: $0) } ?? [-1]
  }

  /// The rows as JSON text, with a line for each column, so that the page can read one after the other.
  func json(bases: [Int]) -> [UInt8] {
    var text = JSONText()
    text.object { object in
      object.member("kind", String(rows.map(\.kind.rawValue)))
      object.endLine()
      object.member("seq", rows) { $0.add($1.seq) }
      object.endLine()
      object.member("time", rows) { $0.add($1.time) }
      object.endLine()
      object.member("type", typeNumbers) { $0.add($1) }
      object.endLine()
      object.member("types", types.texts) { $0.add($1) }
      object.endLine()
      object.member("text", rows) { $0.add($1.text) }
      object.endLine()
      object.member("places", places) { list, numbers in list.array { for number in numbers { $0.add(number) } } }
      object.endLine()
      object.member("pointers", pointers.texts) { $0.add($1) }
      object.endLine()
      object.member("us", rows) { $0.add($1.reducerMicroseconds ?? -1) }
      object.endLine()
      object.member("bases", bases) { $0.add($1) }
      object.endLine()
      object.sparse("cause", rows.map(\.cause))
      object.endLine()
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
