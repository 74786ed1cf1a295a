import StateTable
import TestSupport

/// A state with tables that the app copies, restores, exchanges and rebuilds.
struct RandomTables: Codable {
  struct Entity: Codable, Identifiable, Equatable {
    var id: String
    var text = ""
    var numbers: [Int] = []
    var password = ""
  }

  struct Screen: Codable {
    var shown: EntityTable<Entity> = []
    var optional: EntityTable<Entity>?
  }

  var first: EntityTable<Entity>
  var second: EntityTable<Entity>
  var screen = Screen()
  var count = 0
  /// Copies that the app keeps; not encoded.
  private var copies: [EntityTable<Entity>] = []

  private enum CodingKeys: CodingKey { case first, second, screen, count }

  init(count: Int) {
    first = EntityTable((0..<count).map { Entity(id: "\($0)") })
    second = first
    screen.shown = EntityTable((0..<3).map { Entity(id: "\($0)") })
  }

  /// A few random edits.
  mutating func edit(using generator: inout SeededGenerator) {
    let count = [0, 1, 1, 1, 2, 5, 20][Int.random(in: 0..<7, using: &generator)]
    for _ in 0..<count { editOnce(using: &generator) }
    Soak.noteEdits(count)
  }

  private mutating func editOnce(using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<20: first.edit(using: &generator)
    case 20..<26: second.edit(using: &generator)
    case 26..<32: screen.shown.edit(using: &generator)
    case 32: screen.optional = screen.optional == nil ? first : nil
    case 33: screen.optional?.edit(using: &generator)
    case 34: copies.append(first)
    case 35: if let copy = copies.randomElement(using: &generator) { first = copy }
    case 36: swap(&first, &second)
    case 37: second = first
    case 38: first = EntityTable(Int.random(in: 0..<3, using: &generator) == 0 ? first.reversed() : Array(first))
    default: count += 1
    }
  }
}

extension EntityTable<RandomTables.Entity> {
  /// One random edit.
  fileprivate mutating func edit(using generator: inout SeededGenerator) {
    let id = "\(Int.random(in: 0..<40, using: &generator))"
    let position = Int.random(in: 0...count, using: &generator)
    let number = Int.random(in: 0..<5, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6: self[id: id]?.numbers.append(number)
    // Few values, so that entities become again what they were.
    case 6, 7: self[id: id]?.text = "\(number)"
    case 8: self[id: id]?.password = "\(number)"
    case 9: self[id: id]?.numbers = []
    case 10: remove(id)
    case 11: add(RandomTables.Entity(id: id, text: "\(number)"), at: position)
    case 12: upsert(RandomTables.Entity(id: id))
    case 13, 14: move(id, to: position)
    case 15: move(id, to: (index(of: id) ?? 0) + 1)
    case 16: update(id) { $0.id = "\(Int(id).map { ($0 * 7 + number) % 40 } ?? 0)" }
    case 17: if let entity = remove(id) { add(entity, at: position) }
    case 18: if number == 0 { sort { ($0.text, $0.id) < ($1.text, $1.id) } }
    default: if number == 0 { removeAll { $0.numbers.count > 3 } }
    }
  }
}
