import Foundation
import ReduxJournal
import StateTree
import TestSupport

/// The data of a report, read as its page reads it.
struct ReportContents {
  let html: String
  let head: JSONValue
  let rows: JSONValue
  /// A step for each row.
  let steps: [JSONValue]
  /// The values of watched expressions.
  let watches: [JSONValue]

  init(at path: String) throws {
    let html = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    func element(_ id: String) throws -> String {
      let match = html.firstMatch(of: try Regex("<script type=\"[^\"]+\" id=\"\(id)\">([^<]*)</script>"))
      return String(match?.output[1].substring ?? "")
    }
    func lines(_ id: String) throws -> [JSONValue] {
      let text = try Inflate.unpack(Array(Data(base64Encoded: element(id)) ?? Data()))
      return try text.split(separator: UInt8(ascii: "\n")).map {
        try JSONValue(parsing: String(decoding: $0, as: UTF8.self))
      }
    }
    let head = try JSONValue(parsing: element("head"))
    (self.html, self.head) = (html, head)
    let columns = try lines("rows").reduce(into: JSONObject()) { $0.append(columns: $1) }
    rows = .object(columns)
    watches = head["watches"] == nil ? [] : try lines("watches")
    steps = try (head["steps"]?.array ?? []).indices.flatMap { try lines("steps-\($0)") }
  }

  /// A column of the rows.
  func column(_ name: String) -> [JSONValue] { rows[name]?.array ?? [] }

  /// The texts `kind seq type text` of some rows.
  func lines(_ range: Range<Int>) -> [String] {
    let kinds = Array(rows["kind"]?.string ?? "")
    let types = column("types")
    return range.map { row in
      let type = column("type")[row].integer.flatMap { $0 < 0 ? nil : types[$0].string }
      return [String(kinds[row]), column("seq")[row].compact, type, column("text")[row].string].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  /// The rows at which a watched expression with a number changes, and the numbers.
  func counts(of watch: Int) -> [(row: Int, value: Int?)] {
    zip(watches[watch]["rows"]?.array ?? [], watches[watch]["values"]?.array ?? []).map {
      ($0.integer ?? 0, $1["value"]?.integer)
    }
  }

  /// The states that the steps lead to by their seqs, made as the page makes them: forward from whole states. Each fourth
  /// step is also undone.
  func states() throws -> [Int: JSONValue] {
    var states: [Int: JSONValue] = [:]
    var state: JSONValue?
    let kinds = Array(rows["kind"]?.string ?? "")
    for (row, step) in steps.enumerated() {
      guard let seq = column("seq")[row].integer else { continue }
      if let whole = step["state"] {
        state = whole
      } else if let equal = step["sameAs"]?.integer ?? (kinds[row] == "r" ? rows["to"]?["\(row)"]?.integer : nil) {
        state = states[equal]
      } else if let patch = step["patch"], kinds[row] != "b" {
        try state?.apply(patch, checkingUndo: row % 4 == 0)
      } else if "a!t".contains(kinds[row]) {
        state = nil
      }
      if "ia!r".contains(kinds[row]) { states[seq] = state }
    }
    return states
  }
}

extension JSONObject {
  /// Appends the columns of a part of the rows.
  fileprivate mutating func append(columns part: JSONValue) {
    for (name, more) in part.object ?? JSONObject() {
      switch (self[name], more) {
      case (.string(let text), .string(let more)): self[name] = .string(text + more)
      case (.array(let values), .array(let more)): self[name] = .array(values + more)
      case (.object(let members), .object(let more)): self[name] = .object(JSONObject(Array(members) + Array(more)))
      default: self[name] = more
      }
    }
  }
}

extension JSONValue {
  /// The number, if it is a whole one.
  var integer: Int? {
    if case .number(let number) = self { Int(number.literal) } else { nil }
  }

  /// Applies operations that carry what they remove, and can check that undoing them leads back.
  fileprivate mutating func apply(_ operations: JSONValue, checkingUndo: Bool) throws {
    let before = self
    try JSONPatch(json: operations.withoutOldValues).apply(to: &self)
    guard checkingUndo else { return }
    var back = self
    for operation in (operations.array ?? []).reversed() {
      let path = operation["path"] ?? .null
      let undo: JSONValue =
        switch operation["op"]?.string {
        case "add": ["op": "remove", "path": path]
        case "remove": ["op": "add", "path": path, "value": operation["was"] ?? .null]
        case "move": ["op": "move", "from": path, "path": operation["from"] ?? .null]
        default: ["op": "replace", "path": path, "value": operation["was"] ?? .null]
        }
      try JSONPatch(json: [undo]).apply(to: &back)
    }
    guard back.stateHash == before.stateHash else { throw WrongUndo() }
  }

  private struct WrongUndo: Error {}

  private var withoutOldValues: JSONValue {
    .array(
      (array ?? []).map { operation in
        guard case .object(var members) = operation else { return operation }
        members["was"] = nil
        return .object(members)
      })
  }
}
