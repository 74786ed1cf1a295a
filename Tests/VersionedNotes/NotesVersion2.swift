public import ReduxReplay
import StateTree

/// The app after members were added: what is shown, and which notes are done.
public enum NotesVersion2: ReplayableApp {
  public struct State: Codable, Equatable {
    public struct Note: Codable, Equatable {
      public var id: Int
      public var text: String
      public var done = false
    }

    public var notes: [Note] = []
    public var opened = 0
    public var filter = "all"
  }

  public enum Action: Codable {
    case add(text: String)
    case edit(id: Int, text: String)
    case remove(Int)
    case open
    case finish(Int)
    case show(String)
  }

  public struct NoSuchNote: Error {}

  public static let name = "notes"
  public static let schema: Int? = 2
  public static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, added: ["/filter": "all", "/notes/*/done": false])]
  }
  public static var initialState: State { State() }

  public static func reduce(_ state: inout State, _ action: Action) throws {
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
