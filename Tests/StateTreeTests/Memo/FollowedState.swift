import Foundation
import StateTree
import TestSupport

/// A state with every kind of member that following may meet, and random edits of it.
struct FollowedState: Codable, Equatable {
  enum Kind: String, Codable, CaseIterable { case note, list, reminder }

  enum Status: Codable, Equatable { case open, done(Date), moved(to: String, parts: [Part]) }

  struct Part: Codable, Equatable {
    var number: Int
    var text: String
  }

  /// Has padding behind `isDone` and `rank`, and collections of its own.
  struct Note: Codable, Equatable {
    var id: Int
    var isDone = false
    var amount = 0.0
    var title: String
    var rank: Int8 = 0
    var kind = Kind.note
    var due: Date?
    var status = Status.open
    var data = Data()
    var tags: [String] = []
    var parts: [Part] = []
    var counts: [String: Int] = [:]
    var parent: [Note] = []
  }

  struct NoteID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable { var rawValue: String }
  struct Point: Hashable, Codable { var x, y: Int }

  /// Encodes as a number or a text, so that a dictionary turns from an object into an array and back.
  enum Label: Hashable, Codable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  var notes: [Note] = []
  var byName: [String: Note] = [:]
  var byNumber: [Int: String] = [:]
  var byID: [NoteID: [Int]] = [:]
  var byPoint: [Point: Note] = [:]
  var byLabel: [Label: Note] = [:]
  var byUUID: [UUID: Note] = [:]
  var numbers: [Int] = []
  var texts: [String] = []
  var flags: [Bool] = []
  var optionals: [Double?] = []
  var rows: [[Int]] = []
  var chosen: Set<Int> = []
  var labels: Set<String> = []
  var points: Set<Point> = []
  var shown: [Note]?
  var screen = Screen()

  struct Screen: Codable, Equatable {
    var notes: [Note] = []
    var byName: [String: [String: Int]] = [:]
    var password: [String: String] = [:]
  }

  /// Creates a state with about this many elements in each collection.
  init(count: Int, using generator: inout SeededGenerator) {
    for index in 0..<count {
      notes.append(Note(index, using: &generator))
      byName["note \(index)"] = Note(index, using: &generator)
      byNumber[index] = "\(index)"
      byID[NoteID(rawValue: "n\(index)")] = Array(0..<(index % 20))
      byPoint[Point(x: index, y: 1)] = Note(index, using: &generator)
      byLabel[.number(index)] = Note(index, using: &generator)
      byUUID[UUID(index)] = Note(index, using: &generator)
      numbers.append(index)
      texts.append(String(repeating: "text ", count: index % 7))
      flags.append(index % 3 == 0)
      optionals.append(index % 3 == 0 ? nil : Double(index))
      rows.append(Array(0..<(index % 30)))
      chosen.insert(index)
      labels.insert("label \(index)")
      points.insert(Point(x: index, y: index % 3))
      screen.notes.append(Note(index, using: &generator))
      screen.byName["key \(index)"] = ["a": index]
      screen.password["token \(index)"] = "secret \(index)"
    }
  }
}

extension FollowedState.Note {
  init(_ id: Int, using generator: inout SeededGenerator) {
    self.init(id: id, title: "The title of note \(id), which is stored on the heap")
    amount = Double.random(in: 0..<1, using: &generator)
    due = Bool.random(using: &generator) ? Date(timeIntervalSinceReferenceDate: amount) : nil
    tags = id % 4 == 0 ? ["a tag that is stored on the heap"] : []
    parts = (0..<(id % 20)).map { FollowedState.Part(number: $0, text: "part") }
    if id % 9 == 0 { counts = Dictionary(uniqueKeysWithValues: (0..<30).map { ("key \($0)", $0) }) }
  }

  mutating func edit(using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<13, using: &generator) {
    case 12:
      switch status {
      case .open: status = .done(Date(timeIntervalSinceReferenceDate: amount))
      case .done: status = .moved(to: title, parts: parts)
      case .moved(let place, let parts): status = parts.isEmpty ? .open : .moved(to: place + "?", parts: [])
      }
    case 0: isDone.toggle()
    case 1: amount += 1
    case 2: title += "!"
    case 3: rank &+= 1
    case 4: kind = FollowedState.Kind.allCases.randomElement(using: &generator) ?? .note
    case 5: due = due == nil ? Date(timeIntervalSinceReferenceDate: amount) : nil
    case 6: tags.append("\(id)")
    case 7: parts.append(FollowedState.Part(number: parts.count, text: "new"))
    case 8: if let index = parts.indices.randomElement(using: &generator) { parts[index].text += "?" }
    case 9: counts["key \(Int.random(in: 0..<40, using: &generator))", default: 0] += 1
    case 10: data.append(UInt8.random(in: 0...255, using: &generator))
    default:
      if parent.isEmpty {
        parent = [FollowedState.Note(id + 1, using: &generator)]
      } else {
        parent[0].edit(using: &generator)
      }
    }
  }
}

extension FollowedState {
  /// One random edit.
  mutating func edit(using generator: inout SeededGenerator) {
    Soak.noteEdits(1)
    let fresh = Note(Int.random(in: 100..<1000, using: &generator), using: &generator)
    let number = Int.random(in: 0..<60, using: &generator)
    switch Int.random(in: 0..<32, using: &generator) {
    case 28: byLabel[.number(number)] = byLabel[.number(number)] == nil ? fresh : nil
    case 29: byLabel[.text("a")] = number % 3 == 0 ? fresh : nil
    case 30: byUUID[UUID(number)] = byUUID[UUID(number)] == nil ? fresh : nil
    case 31: byUUID[UUID(number)]?.edit(using: &generator)
    case 23: labels.formSymmetricDifference(["label \(number)"])
    case 24: points.formSymmetricDifference([Point(x: number, y: number % 3)])
    case 25:
      // Storage of another size has another order.
      chosen = Set(chosen.filter { $0 % 7 != number % 7 })
      labels.reserveCapacity(number * 10)
      byName = byName.filter { $0.value.id % 7 != number % 7 }
      byNumber.reserveCapacity(number * 10)
      if number % 9 == 0 { byNumber.removeAll(keepingCapacity: true) }
      for key in 0..<number { byNumber[key] = "\(number % 2)" }
      byID = byID.mapValues { $0.reversed() }
    case 26: byPoint[Point(x: number, y: 1)] = byPoint[Point(x: number, y: 1)] == nil ? fresh : nil
    case 0...3:
      if let index = notes.indices.randomElement(using: &generator) { notes[index].edit(using: &generator) }
    case 4: notes.edit(fresh, using: &generator)
    case 5: screen.notes.edit(fresh, using: &generator)
    case 6: numbers.edit(number, using: &generator)
    case 7: texts.edit("text \(number)", using: &generator)
    case 8: flags.edit(number % 2 == 0, using: &generator)
    case 9: optionals.edit(number % 2 == 0 ? nil : 0.5, using: &generator)
    case 10: rows.edit([number], using: &generator)
    case 11:
      if let index = rows.indices.randomElement(using: &generator) { rows[index].edit(number, using: &generator) }
    case 12: byName["note \(number)"] = byName["note \(number)"] == nil ? fresh : nil
    case 13: byName["note \(number)"]?.edit(using: &generator)
    case 14: byNumber[number] = byNumber[number] == nil ? "new" : nil
    case 15: byID[NoteID(rawValue: "n\(number)"), default: []].append(number)
    case 16: byID[NoteID(rawValue: "n\(number)")] = nil
    case 17: byPoint[Point(x: number, y: 1), default: fresh].edit(using: &generator)
    case 18: chosen.formSymmetricDifference([number])
    case 19: shown = shown == nil ? notes : nil
    case 20: screen.byName["key \(number)", default: [:]]["b", default: 0] += 1
    case 21: screen.password["token \(number)"] = "secret \(number)"
    case 22:
      // An element that another collection holds, too, or that moves there.
      if let index = notes.indices.randomElement(using: &generator) {
        byName["note \(number)"] = number % 2 == 0 ? notes[index] : notes.remove(at: index)
      }
    default:
      if let note = byName.values.first { screen.notes.append(note) }
    }
  }
}

extension UUID {
  /// An id that is the same in each run.
  init(_ number: Int) {
    self.init(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: number)))
  }
}

extension Array {
  /// One random edit of an array.
  mutating func edit(_ element: Element, using generator: inout SeededGenerator) {
    let index = Int.random(in: 0...count, using: &generator)
    let other = Int.random(in: 0...count, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: append(element)
    case 1: insert(element, at: 0)
    case 2: insert(element, at: index)
    case 3: if index < count { remove(at: index) }
    case 4: if !isEmpty { removeFirst() }
    case 5: _ = popLast()
    case 6: if index < count { self[index] = element }
    case 7: if index < count, other < count { swapAt(index, other) }
    case 8: if index < count, other < count { insert(remove(at: index), at: other) }
    case 9: if Int.random(in: 0..<4, using: &generator) == 0 { shuffle(using: &generator) } else { reverse() }
    case 10:
      // Copies, whose padding is their own.
      self = map { $0 }
      reserveCapacity(count + index)
    default: if count > 60 { removeSubrange(20...) } else { append(contentsOf: self[(count / 2)...]) }
    }
  }
}
