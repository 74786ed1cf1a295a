package import ReduxReplay
package import StateTree

/// The third version, with another shape: notes are items with titles, and the count of openings is gone.
///
/// `add` became `create`, and its text became a title.
package enum NotesVersion3: ReplayableApp {
  package struct State: Codable, Equatable {
    package struct Item: Codable, Equatable {
      package var id: Int
      package var title: String
      package var done = false
    }

    package var items: [Item] = []
    package var filter = "all"
  }

  package enum Action: Codable {
    case create(title: String)
    case edit(id: Int, title: String)
    case remove(Int)
    case open
    case finish(Int)
    case show(String)
  }

  package struct NoSuchNote: Error {}

  package static let name = "notes"
  package static let schema: Int? = 3
  package static var schemaChanges: [SchemaChange] {
    NotesVersion2.schemaChanges + [
      SchemaChange(
        to: 3, renamedActions: ["add": "create"], action: { action, _ in upcast(action: action) }, state: upcast(state:)
      )
    ]
  }
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: Action) throws {
    func index(_ id: Int) throws -> Int {
      guard let index = state.items.firstIndex(where: { $0.id == id }) else { throw NoSuchNote() }
      return index
    }
    switch action {
    case .create(let title): state.items.append(State.Item(id: (state.items.last?.id ?? 0) + 1, title: title))
    case .edit(let id, let title): state.items[try index(id)].title = title
    case .remove(let id): state.items.remove(at: try index(id))
    case .open: break
    case .finish(let id): state.items[try index(id)].done = true
    case .show(let filter): state.filter = filter
    }
  }

  private static func upcast(action: JSONValue) -> JSONValue {
    guard let name = action.object?.keys.first, var members = action[name]?.object, let text = members["text"] else {
      return action
    }
    members["text"] = nil
    members["title"] = text
    return .object(JSONObject([(name, .object(members))]))
  }

  @Sendable package static func upcast(state: JSONValue) -> JSONValue {
    guard var state = state.object, let notes = state["notes"]?.array else { return .null }
    state["notes"] = nil
    state["opened"] = nil
    state["items"] = .array(
      notes.map { note in
        guard var item = note.object else { return note }
        item["title"] = item["text"]
        item["text"] = nil
        return .object(item)
      })
    return .object(state)
  }
}
