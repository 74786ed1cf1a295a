package import ReduxReplay
import StateTree

/// A second version that renamed members: notes are items with titles. Journals of the first version stay proven.
package enum RenamedNotes: ReplayableApp {
  package struct State: Codable, Equatable {
    package struct Item: Codable, Equatable {
      package var id: Int
      package var title: String
    }

    package var items: [Item] = []
    package var opened = 0
  }

  package static let name = "notes"
  package static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, renamedMembers: ["/notes": "items", "/notes/*/text": "title"])]
  }
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: NotesVersion1.Action) throws {
    var old = NotesVersion1.State(
      notes: state.items.map { NotesVersion1.State.Note(id: $0.id, text: $0.title) }, opened: state.opened)
    defer { state = State(items: old.notes.map { State.Item(id: $0.id, title: $0.text) }, opened: old.opened) }
    try NotesVersion1.reduce(&old, action)
  }
}

/// The same version with a reducer changed by mistake.
package enum ChangedRenamedNotes: ReplayableApp {
  package static let name = "notes"
  package static var schemaChanges: [SchemaChange] { RenamedNotes.schemaChanges }
  package static var initialState: RenamedNotes.State { RenamedNotes.initialState }

  package static func reduce(_ state: inout RenamedNotes.State, _ action: NotesVersion1.Action) throws {
    try RenamedNotes.reduce(&state, action)
    if case .add = action { state.items[state.items.count - 1].title += "!" }
  }
}

/// A second version that counts openings in a text, with a conversion in both directions.
package enum ConvertedNotes: ReplayableApp {
  package struct State: Codable, Equatable {
    package var notes: [NotesVersion1.State.Note] = []
    package var opened = "0 times"
  }

  package static let name = "notes"
  package static var schemaChanges: [SchemaChange] {
    [
      SchemaChange(
        to: 2,
        state: { state in
          guard var object = state.object, let opened = object["opened"] else { return state }
          object["opened"] = .string("\(opened.compact) times")
          return .object(object)
        },
        revertingState: { state in
          guard var object = state.object, let opened = object["opened"]?.string else { return state }
          object["opened"] = try JSONValue(parsing: opened.prefix { $0 != " " })
          return .object(object)
        })
    ]
  }
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: NotesVersion1.Action) throws {
    let count = Int(state.opened.prefix { $0 != " " }) ?? 0
    var old = NotesVersion1.State(notes: state.notes, opened: count)
    defer { state = State(notes: old.notes, opened: "\(old.opened) times") }
    try NotesVersion1.reduce(&old, action)
  }
}
