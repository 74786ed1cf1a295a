import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree

// Code of the guide to schema changes: an app in five versions, each of which proves the first one's session.

/// The versions of the app by the remark that marks a block of the page, and the recorded session.
enum ShelfVersions {
  static let apps: [String: any ReplayableApp.Type] = [
    "renamed member": ShelfVersion2.self, "new member": ShelfVersion3.self, "new case": ShelfVersion4.self,
    "removed action": ShelfVersion5.self, "moved module": MovedShelf.self,
  ]

  /// Records a session of the first version.
  static func record(to path: String) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(ShelfVersion1.self))
    let reduce = recorder.recording(ShelfVersion1.reduce)
    var state = ShelfVersion1.initialState
    for action in [.add(id: 1, name: "Emma"), .add(id: 2, name: "Dune"), .clear, .add(id: 3, name: "Ulysses")]
      as [ShelfVersion1.Action]
    {
      reduce(&state, action)
    }
    recorder.close()
  }
}

private enum ShelfVersion1: ReplayableApp {
  struct Book: Codable {
    var id: Int
    var name: String
  }

  struct State: Codable { var books: [Book] = [] }

  enum Action: Codable {
    case add(id: Int, name: String)
    case clear
  }

  static let name = "shelf"
  static let schema: Int? = 1
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id, let name): state.books.append(Book(id: id, name: name))
    case .clear: state.books = []
    }
  }
}

private enum ShelfVersion2: ReplayableApp {
  // docs/guides/schema-changes.md: renamed member
  struct Book: Codable {
    var id: Int
    var title: String
  }
  // docs/guides/schema-changes.md: end

  struct State: Codable { var books: [Book] = [] }
  typealias Action = ShelfVersion1.Action

  static let name = "shelf"
  static var schemaChanges: [SchemaChange] {
    [
      // docs/guides/schema-changes.md: renamed
      SchemaChange(to: 2, renamedMembers: ["/books/*/name": "title"])
      // docs/guides/schema-changes.md: end
    ]
  }
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id, let name): state.books.append(Book(id: id, title: name))
    case .clear: state.books = []
    }
  }
}

private enum ShelfVersion3: ReplayableApp {
  // docs/guides/schema-changes.md: new member
  struct Book: Codable {
    var id: Int
    var title: String
    var isRead = false
  }
  // docs/guides/schema-changes.md: end

  struct State: Codable { var books: [Book] = [] }
  typealias Action = ShelfVersion1.Action

  static let name = "shelf"
  static var schemaChanges: [SchemaChange] {
    ShelfVersion2.schemaChanges + [
      // docs/guides/schema-changes.md: added
      SchemaChange(to: 3, added: ["/books/*/isRead": false])
      // docs/guides/schema-changes.md: end
    ]
  }
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id, let name): state.books.append(Book(id: id, title: name))
    case .clear: state.books = []
    }
  }
}

private enum ShelfVersion4: ReplayableApp {
  typealias State = ShelfVersion3.State

  // docs/guides/schema-changes.md: new case
  enum Action: Codable {
    case add(id: Int, name: String)
    case clear
    case finish(Int)
  }
  // docs/guides/schema-changes.md: end

  static let name = "shelf"
  static var schemaChanges: [SchemaChange] {
    ShelfVersion3.schemaChanges + [
      // docs/guides/schema-changes.md: unchanged
      SchemaChange(to: 4)
      // docs/guides/schema-changes.md: end
    ]
  }
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id, let name): state.books.append(ShelfVersion3.Book(id: id, title: name))
    case .clear: state.books = []
    case .finish(let id):
      for index in state.books.indices where state.books[index].id == id { state.books[index].isRead = true }
    }
  }
}

private enum ShelfVersion5: ReplayableApp {
  typealias State = ShelfVersion3.State

  // docs/guides/schema-changes.md: removed action
  enum Action: Codable {
    case add(id: Int, name: String)
    case keep([Int])
    case finish(Int)
  }
  // docs/guides/schema-changes.md: end

  static let name = "shelf"
  static var schemaChanges: [SchemaChange] {
    ShelfVersion4.schemaChanges + [
      // docs/guides/schema-changes.md: converted
      SchemaChange(to: 5, action: { action, _ in action["clear"] == nil ? action : ["keep": ["_0": []]] })
      // docs/guides/schema-changes.md: end
    ]
  }
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id, let name): state.books.append(ShelfVersion3.Book(id: id, title: name))
    case .keep(let ids): state.books.removeAll { !ids.contains($0.id) }
    case .finish(let id):
      for index in state.books.indices where state.books[index].id == id { state.books[index].isRead = true }
    }
  }
}
