public import ReduxReplay

/// Version 2 with a reducer that was changed by mistake.
public enum ChangedNotesVersion2: ReplayableApp {
  public static let name = "notes"
  public static let schema: Int? = 2
  public static var schemaChanges: [SchemaChange] { NotesVersion2.schemaChanges }
  public static var initialState: NotesVersion2.State { NotesVersion2.initialState }

  public static func reduce(_ state: inout NotesVersion2.State, _ action: NotesVersion2.Action) throws {
    try NotesVersion2.reduce(&state, action)
    if case .open = action { state.opened += 1 }
  }
}

/// Version 3 with a reducer that was changed by mistake.
public enum ChangedNotesVersion3: ReplayableApp {
  public static let name = "notes"
  public static let schema: Int? = 3
  public static var schemaChanges: [SchemaChange] { NotesVersion3.schemaChanges }
  public static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  public static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    if case .create(let title) = action {
      try NotesVersion3.reduce(&state, .create(title: title.uppercased()))
    } else {
      try NotesVersion3.reduce(&state, action)
    }
  }
}

/// Version 3, in which nobody declared what changed.
public enum UndeclaredNotesVersion3: ReplayableApp {
  public static let name = "notes"
  public static let schema: Int? = 3
  public static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  public static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}

/// Version 3 with a change that refuses states.
public enum RefusingNotesVersion3: ReplayableApp {
  struct NoNotes: Error {}

  public static let name = "notes"
  public static let schema: Int? = 3
  public static var schemaChanges: [SchemaChange] { [SchemaChange(to: 3, state: { _ in throw NoNotes() })] }
  public static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  public static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}
