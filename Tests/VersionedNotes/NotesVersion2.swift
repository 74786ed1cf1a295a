package import ReduxReplay
import StateTree

/// The second version, which added members: the shown note and the completed notes.
package enum NotesVersion2: ReplayableApp {
  package struct State: Codable, Equatable {
    package struct Note: Codable, Equatable {
      package var id: Int
      package var text: String
      package var done = false
    }

    package var notes: [Note] = []
    package var opened = 0
    package var filter = "all"
  }

  package enum Action: Codable {
    case add(text: String)
    case edit(id: Int, text: String)
    case remove(Int)
    case open
    case finish(Int)
    case show(String)
  }

  package struct NoSuchNote: Error {}

  package static let name = "notes"
  package static let schema: Int? = 2
  package static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, added: ["/filter": "all", "/notes/*/done": false])]
  }
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: Action) throws {
    func index(_ id: Int) throws -> Int {
      guard let index = state.notes.firstIndex(where: { $0.id == id }) else { throw NoSuchNote() }
      return index
    }
    switch action {
    case .add(let text): state.notes.append(State.Note(id: (state.notes.last?.id ?? 0) + 1, text: text))
    case .edit(let id, let text): state.notes[try index(id)].text = text
    case .remove(let id): state.notes.remove(at: try index(id))
    case .open: state.opened += 1
    case .finish(let id): state.notes[try index(id)].done = true
    case .show(let filter): state.filter = filter
    }
  }
}
