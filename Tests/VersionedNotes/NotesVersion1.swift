public import ReduxReplay

/// The app as it was first.
public enum NotesVersion1: ReplayableApp {
  public struct State: Codable, Equatable {
    public struct Note: Codable, Equatable {
      public var id: Int
      public var text: String
    }

    public var notes: [Note] = []
    public var opened = 0
  }

  public enum Action: Codable {
    case add(text: String)
    case edit(id: Int, text: String)
    case remove(Int)
    case open
  }

  public struct NoSuchNote: Error {}

  public static let name = "notes"
  public static let schema: Int? = 1
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
    }
  }
}
