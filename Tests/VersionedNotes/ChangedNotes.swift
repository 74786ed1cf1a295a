package import ReduxReplay

/// Version 2 with a reducer changed by mistake.
package enum ChangedNotesVersion2: ReplayableApp {
  package static let name = "notes"
  package static let schema: Int? = 2
  package static var schemaChanges: [SchemaChange] { NotesVersion2.schemaChanges }
  package static var initialState: NotesVersion2.State { NotesVersion2.initialState }

  package static func reduce(_ state: inout NotesVersion2.State, _ action: NotesVersion2.Action) throws {
    try NotesVersion2.reduce(&state, action)
    if case .open = action { state.opened += 1 }
  }
}

/// Version 3 with a reducer changed by mistake.
package enum ChangedNotesVersion3: ReplayableApp {
  package static let name = "notes"
  package static let schema: Int? = 3
  package static var schemaChanges: [SchemaChange] { NotesVersion3.schemaChanges }
  package static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  package static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    if case .create(let title) = action {
      try NotesVersion3.reduce(&state, .create(title: title.uppercased()))
    } else {
      try NotesVersion3.reduce(&state, action)
    }
  }
}

/// Version 3 without declared changes.
package enum UndeclaredNotesVersion3: ReplayableApp {
  package static let name = "notes"
  package static let schema: Int? = 3
  package static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  package static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}

/// Version 3 with a schema change that rejects states.
package enum RefusingNotesVersion3: ReplayableApp {
  struct NoNotes: Error {}

  package static let name = "notes"
  package static let schema: Int? = 3
  package static var schemaChanges: [SchemaChange] { [SchemaChange(to: 3, state: { _ in throw NoNotes() })] }
  package static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  package static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}
