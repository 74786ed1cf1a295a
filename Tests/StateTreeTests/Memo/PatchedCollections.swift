import Foundation
import StateTable
import TestSupport

/// A state with collections in every place where a patch may need them, and random edits of it.
struct PatchedCollections: Codable {
  struct Row: Codable, Identifiable, Equatable {
    var id: Int
    var text = "a text"
    var isDone = false
    var amount: Double?
    var parts: [Int] = []
  }

  /// Has an id that may be missing, or no id at all, or a container.
  enum Item: Codable, Equatable {
    case row(Row), text(String), nested([Int])

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .row(let row): try row.encode(to: encoder)
      case .text(let text): try text.encode(to: encoder)
      case .nested(let numbers): try ["id": numbers].encode(to: encoder)
      }
    }
  }

  struct Screen: Codable {
    var title = ""
    var rows: [Row] = []
  }

  var rows: [Row]
  var items: [Item] = []
  var byName: [String: Row] = [:]
  var byNumber: [Int: Row] = [:]
  var byID: [FollowedState.NoteID: [Int]] = [:]
  var byPoint: [FollowedState.Point: Row] = [:]
  var byLabel: [FollowedState.Label: Row] = [:]
  var byUUID: [UUID: Row] = [:]
  var chosen: Set<Int> = []
  var labels: Set<String> = []
  var points: Set<FollowedState.Point> = []
  var order: [Int] = []
  var token: [String: Row] = [:]
  var lists: [String: [Row]] = [:]
  var shown: [Row]?
  var screens: [Screen] = []
  var table: EntityTable<Row> = []
  var other = FollowedState.Screen()

  init(count: Int) {
    rows = (0..<count).map { Row(id: $0) }
    items = rows.map { $0.id % 5 == 0 ? .text("a text") : .row($0) }
    for row in rows {
      byName["row \(row.id)"] = row
      byNumber[row.id] = row
      byID[FollowedState.NoteID(rawValue: "n\(row.id)")] = [row.id]
      byPoint[FollowedState.Point(x: row.id, y: 1)] = row
      byLabel[.number(row.id)] = row
      byUUID[UUID(row.id)] = row
      chosen.insert(row.id)
      labels.insert("label \(row.id)")
      points.insert(FollowedState.Point(x: row.id, y: row.id % 3))
      order.append(row.id)
      token["row \(row.id)"] = row
    }
    table = EntityTable(rows)
    lists = ["a": rows, "b": []]
  }

  /// One random edit.
  mutating func edit(using generator: inout SeededGenerator) {
    Soak.noteEdits(1)
    let number = Int.random(in: 0..<40, using: &generator)
    var row = rows.randomElement(using: &generator) ?? Row(id: number)
    row.edit(number)
    if number % 3 > 0 { row.id = Int.random(in: 0..<1000, using: &generator) }
    switch Int.random(in: 0..<29, using: &generator) {
    case 25: byLabel[.number(number)] = number % 2 == 0 ? row : nil
    case 26: byLabel[.text("a")] = number % 3 == 0 ? row : nil
    case 27: byUUID[UUID(number)] = byUUID[UUID(number)] == nil ? row : nil
    case 28: byUUID[UUID(number)]?.edit(number)
    case 20: chosen.formSymmetricDifference([number])
    case 21: labels.formSymmetricDifference(["label \(number)", "label \(number + 1)"])
    case 22: points.formSymmetricDifference([FollowedState.Point(x: number, y: number % 3)])
    case 23: byPoint[FollowedState.Point(x: number, y: 1)] = number % 2 == 0 ? row : nil
    case 24: order.edit(number, using: &generator)
    case 0, 1, 2: rows.edit(row, using: &generator)
    case 3: if let place = rows.indices.randomElement(using: &generator) { rows[place].edit(number) }
    case 4: items.edit(.row(row), using: &generator)
    case 5: items.edit(number % 2 == 0 ? .text("text \(number)") : .nested([number]), using: &generator)
    case 6: byName["row \(number)"] = byName["row \(number)"] == nil ? row : nil
    case 7: byName["row \(number % 9)"]?.edit(number)
    case 8: byNumber[number] = number % 2 == 0 ? row : nil
    case 9: byID[FollowedState.NoteID(rawValue: "n\(number)"), default: []].append(number)
    case 10: token["row \(number)"] = row
    case 11:
      lists["abcd".randomElement(using: &generator).map { String($0) } ?? "", default: []].edit(row, using: &generator)
    case 12: lists["c"] = lists["c"] == nil ? rows : nil
    case 13: shown = shown == nil ? rows : nil
    case 14: shown?.edit(row, using: &generator)
    case 15: if screens.count < 3 { screens.append(Screen(rows: rows)) } else { screens.removeFirst() }
    case 16: if !screens.isEmpty { screens[0].rows.edit(row, using: &generator) }
    case 17: table.upsert(row)
    case 18: table.update(number) { $0.edit(number) }
    default:
      table.remove(number)
      table.move(number + 1, to: 3)
    }
  }
}

extension PatchedCollections.Row {
  fileprivate mutating func edit(_ number: Int) {
    switch number % 5 {
    case 0: text += "!"
    case 1: isDone.toggle()
    case 2: amount = amount == nil ? Double(number) : nil
    case 3: parts.append(number)
    default: parts = Array(0..<number)
    }
  }
}
