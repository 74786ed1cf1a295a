package import ReduxReplay
import StateTree
import SystemSupport

/// A library that lends books, with a bug that a variable names, for `explore` to find.
package enum LendingApp: ReplayableApp {
  /// The bugs. No recorded session shows one, except `renamed`: each needs a return, a removal or a rename that isn't recorded.
  package enum Bug: String, CaseIterable, Sendable {
    /// A removed book stays lent.
    case kept
    /// Returning a book that isn't lent crashes.
    case crash
    /// Returning a book that isn't lent doesn't return.
    case hang
    /// The last returned book isn't encoded, and renaming it also says so on its label.
    case loss
    /// The same, but renaming any other book is refused.
    case refusal
    /// A removal puts the shelf into the order of a set.
    case order
    /// A new book's label is drawn at random.
    case chance
    /// A lent book can be lent again.
    case twice
    /// A new title gets a mark, in recorded sessions, too.
    case renamed
    /// A restored state has another book on the shelf.
    case restored
    /// A restored state has no lent books.
    case dropped
    /// A restored state doesn't know the last day.
    case forgotten
    /// Comparing states with a book by `==` crashes.
    case equal
    /// The same never ends.
    case endless
    /// Encoding a state with two lent books crashes.
    case unwritten
    /// A state with two lent books can't be encoded.
    case unencodable
    /// The check doesn't allow a fourth return. No JSON has their number.
    case unseen
    /// A removed book stays lent, and the check crashes at that.
    case judged
    /// A book that is removed while it is lent stays on the shelf.
    case shelved
    /// A later schema, in which each library has opened.
    case newer
  }

  /// The environment variable with the bug's name.
  package static let variable = "LENDING_BUG"
  private static let bug = Platform.variable(variable).flatMap(Bug.init)

  package struct Book: Codable, Equatable {
    package var title: String
    package var label: String?
  }

  package struct State: Codable, Equatable {
    package var books: [String: Book] = [:]
    package var shelf: [String] = []
    /// The readers, by the books that they have.
    package var lent: [String: String] = [:]
    /// The last day on which the library was open.
    package var day: Int?
    private var returned: String?
    fileprivate var returns = 0

    private enum CodingKeys: CodingKey { case books, shelf, lent, day }

    package static func == (one: State, other: State) -> Bool {
      while bug == .endless, !one.books.isEmpty { Platform.sleep(.milliseconds(10)) }
      if bug == .equal, !one.books.isEmpty { preconditionFailure("books can't be compared") }
      return one.books == other.books && one.shelf == other.shelf && one.lent == other.lent && one.day == other.day
        && one.returned == other.returned
    }

    fileprivate init() {}

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      books = try container.decode([String: Book].self, forKey: .books)
      shelf = try container.decode([String].self, forKey: .shelf)
      lent = try container.decode([String: String].self, forKey: .lent)
      day = bug == .forgotten ? nil : try container.decodeIfPresent(Int.self, forKey: .day)
      if bug == .restored { shelf.append("guide") }
      if bug == .dropped { lent = [:] }
    }

    package func encode(to encoder: any Encoder) throws {
      if bug == .unwritten, lent.count > 1 { preconditionFailure("two books are lent") }
      if bug == .unencodable, lent.count > 1 {
        let context = EncodingError.Context(codingPath: [CodingKeys.lent], debugDescription: "two books are lent")
        throw EncodingError.invalidValue(lent, context)
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(books, forKey: .books)
      try container.encode(shelf, forKey: .shelf)
      try container.encode(lent, forKey: .lent)
      try container.encodeIfPresent(day, forKey: .day)
    }

    fileprivate mutating func giveBack(_ id: String) { if [.loss, .refusal].contains(bug) { returned = id } }
    fileprivate func wasReturnedLast(_ id: String) -> Bool { returned == id }
  }

  package enum Action: Codable, Equatable {
    case add(id: String, title: String, label: String?)
    case lend(id: String, to: String)
    case giveBack(id: String)
    case rename(id: String, title: String)
    case remove(id: String)
    case open(day: Int)
  }

  package enum Refusal: Error { case noSuchBook, exists, isLent, isOver }

  package static let name = "lending"
  package static var schema: Int? { bug == .newer ? 2 : 1 }
  package static var schemaChanges: [SchemaChange] {
    let openFirst = SchemaChange(
      to: 2,
      state: { state in
        guard var members = state.object else { return state }
        if members["day"] == nil { members["day"] = 5 }
        return .object(members)
      })
    return bug == .newer ? [openFirst] : []
  }
  package static var initialState: State { State() }
  package static var checks: [Check<State>] {
    [
      Check("lent books exist") { state in
        let exist = state.lent.keys.allSatisfy { state.books[$0] != nil }
        if bug == .judged, !exist { preconditionFailure("no such book") }
        return exist && (bug != .unseen || state.returns < 4)
      }
    ]
  }

  package static func reduce(_ state: inout State, _ action: Action) throws {
    switch action {
    case .add(let id, let title, let label):
      guard state.books[id] == nil else { throw Refusal.exists }
      state.books[id] = Book(title: title, label: bug == .chance ? "\(UInt64.random(in: 0...UInt64.max))" : label)
      state.shelf.append(id)
    case .lend(let id, let reader):
      guard state.books[id] != nil else { throw Refusal.noSuchBook }
      guard state.lent[id] == nil || bug == .twice else { throw Refusal.isLent }
      state.lent[id] = reader
    case .giveBack(let id):
      if state.lent.removeValue(forKey: id) == nil {
        if bug == .crash { preconditionFailure("the book isn't lent") }
        while bug == .hang { Platform.sleep(.milliseconds(10)) }
      }
      state.giveBack(id)
      if bug == .unseen { state.returns += 1 }
    case .rename(let id, let title):
      guard state.books[id] != nil, bug != .refusal || state.wasReturnedLast(id) else { throw Refusal.noSuchBook }
      state.books[id]?.title = bug == .renamed ? "\(title)!" : title
      if bug == .loss, state.wasReturnedLast(id) { state.books[id]?.label = "read" }
    case .remove(let id):
      guard state.books.removeValue(forKey: id) != nil else { throw Refusal.noSuchBook }
      if bug != .shelved || state.lent[id] == nil { state.shelf.removeAll { $0 == id } }
      if bug == .order { state.shelf = Array(Set(state.shelf)) }
      if bug != .kept, bug != .judged { state.lent[id] = nil }
    case .open(let day):
      guard day > state.day ?? 0 else { throw Refusal.isOver }
      state.day = day
    }
  }
}
