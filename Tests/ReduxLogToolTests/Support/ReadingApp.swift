import Foundation
import ReduxReplay
import StateCoding
import Synchronization

/// An app whose reducer reads a clock that advances with each read.
enum ReadingApp: ReplayableApp {
  struct Book: Codable, Identifiable {
    var id: String
    var opened: Int?
    var pages = 0
  }

  struct State: Codable {
    var books: [String: Book] = [:]
    var last: Int?
    var count = 0
  }

  enum Action: Codable {
    case open(String)
    case read(String, Int)
    case count
  }

  static let name = "reading"
  static var initialState: State { State() }
  private static let clock = Atomic<Int>(500)

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .open(let id):
      let now = clock.add(1, ordering: .relaxed).newValue
      state.books[id, default: Book(id: id)].opened = now
      state.last = now
    case .read(let id, let pages): state.books[id]?.pages += pages
    case .count: state.count += 1
    }
  }

  /// Its actions as `record` reads them.
  static let actions = [
    #"{"open":{"_0":"a"}}"#, #"{"count":{}}"#, #"{"read":{"_0":"a","_1":3}}"#, #"{"open":{"_0":"b"}}"#,
    #"{"count":{}}"#,
  ].map { $0 + "\n" }.joined()
}

/// The same, counting by two.
enum DoubleReadingApp: ReplayableApp {
  static let name = ReadingApp.name
  static var initialState: ReadingApp.State { ReadingApp.initialState }

  static func reduce(_ state: inout ReadingApp.State, _ action: ReadingApp.Action) {
    ReadingApp.reduce(&state, action)
    if case .count = action { state.count += 1 }
  }
}

/// The same app, which declares the clock's values as volatile.
enum VolatileReadingApp: ReplayableApp {
  static let name = ReadingApp.name
  static var initialState: ReadingApp.State { ReadingApp.initialState }
  static let volatile: [RedactionRules.Pointer] = ["/books/*/opened", "/last"]

  static func reduce(_ state: inout ReadingApp.State, _ action: ReadingApp.Action) { ReadingApp.reduce(&state, action) }
}

/// An app whose reducer makes ids.
enum RandomIDApp: ReplayableApp {
  struct Item: Codable {
    var id: UUID
    var title: String
  }

  struct State: Codable { var items: [Item] = [] }
  enum Action: Codable { case add(title: String) }

  static let name = "random-id"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let title): state.items.append(Item(id: UUID(), title: title))
    }
  }
}
