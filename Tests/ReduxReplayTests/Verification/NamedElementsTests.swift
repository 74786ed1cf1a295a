import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTable
import StateTree
import TestSupport
import Testing

/// Journals whose records name the elements of collections that changed.
struct NamedElementsTests {
  struct State: Codable, Equatable {
    var rows = (0..<100).map { Row(id: $0) }
    var byName = Dictionary(uniqueKeysWithValues: (0..<100).map { ("row \($0)", Row(id: $0)) })
    var shelf = Shelf()
    var count = 0
  }

  struct Shelf: Codable, Equatable {
    var books = EntityTable((0..<100).map { Book(id: $0) })
  }

  struct Book: Codable, Equatable, Identifiable {
    var id: Int
    var page = 0
  }

  struct Row: Codable, Equatable {
    var id: Int
    var price = 0
  }

  enum Action: Codable, Sendable {
    case price(Int, of: Int)
    case rename(String, to: String)
    case add(Int)
    case open(Int, page: Int)

    func reduce(_ state: inout State) {
      switch self {
      case .price(let price, let row): state.rows[row].price = price
      case .rename(let old, let new): state.byName[new] = state.byName.removeValue(forKey: old)
      case .add(let id): state.rows.append(Row(id: id))
      case .open(let book, let page): state.shelf.books[id: book]?.page = page
      }
    }
  }

  enum App: ReplayableApp {
    static let name = "rows"
    static var initialState: State { State() }
    static func reduce(_ state: inout State, _ action: Action) { action.reduce(&state) }
  }

  /// Gives row 7 another price, and changes row 8, too. The same with books.
  enum ChangedApp: ReplayableApp {
    static let name = "rows"
    static var initialState: State { State() }

    static func reduce(_ state: inout State, _ action: Action) {
      action.reduce(&state)
      if case .price(let price, 7) = action {
        state.rows[7].price = price + 1
        state.rows[8].price = 1
      }
      if case .open(7, let page) = action {
        state.shelf.books[id: 7]?.page = page + 1
        state.shelf.books[id: 8]?.page = 1
      }
    }
  }

  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(_ actions: [Action]) throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(App.self))
    let reduce = recorder.recording(App.reduce)
    var state = State()
    for action in actions { reduce(&state, action) }
    recorder.close()
  }

  private func short(_ value: some Encodable) throws -> String { try StateEncoder().hash(value).short }

  @Test func `a record names the elements that its action changed`() throws {
    try record([.price(5, of: 7), .rename("row 3", to: "new"), .add(100)])
    var records: [ActionRecord] = []
    let reader = try JournalFile(path: file.path).entries(fromOffset: 0)
    while let entry = try reader.next() {
      if case .action(let action) = entry.record { records.append(action) }
    }
    expectEqual(
      records.map { $0.changed.sorted { $0.pointer < $1.pointer } },
      [
        [ChangedMember(pointer: "/rows/7", short: try short(Row(id: 7, price: 5)))],
        [
          ChangedMember(pointer: "/byName/new", short: try short(Row(id: 3))),
          ChangedMember(pointer: "/byName/row 3", short: nil),
        ],
        [ChangedMember(pointer: "/rows/100", short: try short(Row(id: 100)))],
      ])
    try expectEqual(Replayer<App>(path: file.path).verify().divergence, nil)
  }

  @Test func `a divergence names the elements that differ`() throws {
    try record([.price(1, of: 0), .price(5, of: 7), .add(100)])
    let divergence = try Replayer<ChangedApp>(path: file.path).verify().divergence
    expectEqual(divergence?.seq, 2)
    expectEqual(
      divergence?.members.map { [$0.pointer, $0.recorded.text, $0.replayed.text] },
      [
        ["/rows/7", try short(Row(id: 7, price: 5)), try short(Row(id: 7, price: 6))],
        ["/rows/8/price", "unchanged", try short(1)],
      ])
  }

  @Test func `a divergence names the entities of a table in a member that differ`() throws {
    try record([.open(0, page: 1), .open(7, page: 5), .add(100)])
    let divergence = try Replayer<ChangedApp>(path: file.path).verify().divergence
    expectEqual(divergence?.seq, 2)
    expectEqual(
      divergence?.members.map { [$0.pointer, $0.recorded.text, $0.replayed.text] },
      [
        ["/shelf/books/entities/7", try short(Book(id: 7, page: 5)), try short(Book(id: 7, page: 6))],
        ["/shelf/books/entities/8/page", "unchanged", try short(1)],
      ])
  }

  @Test func `an element that differs is reported once while verification continues`() throws {
    try record([.price(5, of: 7), .price(2, of: 1), .price(6, of: 7)])
    let report = try Replayer<ChangedApp>(path: file.path)
      .replay(jobs: 1, search: DivergenceSearch(keepingGoing: true)).report
    expectEqual(report.divergences.locations.map(\.pointer), ["/rows/*"])
    expectEqual(report.divergences.actions, 1)
  }
}

extension Divergence.Effect {
  fileprivate var text: String {
    switch self {
    case .unchanged: "unchanged"
    case .removed: "removed"
    case .set(let short): short
    }
  }
}
