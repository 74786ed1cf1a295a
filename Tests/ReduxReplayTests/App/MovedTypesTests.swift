import Expectations
import ReduxJournal
import StateTree
import TestSupport
import Testing
import VersionedNotes

@testable import ReduxReplay

// An app whose actions conform to the protocol of another module.

struct NoteTaken: VersionedNotesAction, Codable { var text: String }

enum Notebook {
  enum Page: VersionedNotesAction, Codable { case turned, torn(Int) }
}

extension NotesVersion1 {
  struct Poked: VersionedNotesAction, Codable { var by: Int }
}

private enum NotebookApp: ReplayableApp {
  struct State: Codable {
    var count = 0
    var notes = NotesVersion1.initialState
  }

  static let name = "notebook"
  static var initialState: State { State() }
  static var actions: ActionCoding<any VersionedNotesAction> { .found }
  static func reduce(_ state: inout State, _ action: any VersionedNotesAction) { state.count += 1 }
}

/// The types that journals name in modules of other times.
struct MovedTypesTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(_ actions: any VersionedNotesAction...) throws {
    var driver = try Driver(file.path, NotebookApp.self)
    for action in actions { driver.reduce(action) }
  }

  /// Replaces a text in every line.
  private func replace(_ old: String, by new: String) throws {
    try file.writeResealed(file.lines().map { $0.replacing(old, with: new) })
  }

  @Test func `types are found in the app's own modules after a move`() throws {
    try record(NoteTaken(text: "a"), Notebook.Page.turned, Notebook.Page.torn(1))
    try replace("\"module\":\"ReduxReplayTests\"", by: "\"module\":\"FormerModuleName\"")
    try expectEqual(Replayer<NotebookApp>(path: file.path).verify().proven, 4)
  }

  @Test func `types in an extension of another module's type are found, as all recorders wrote them`() throws {
    try record(NotesVersion1.Poked(by: 1))
    #expect(try file.lines()[2].contains(#""swift":"NotesVersion1.Poked","module":"ReduxReplayTests""#))
    try expectEqual(Replayer<NotebookApp>(path: file.path).verify().proven, 2)
    try replace("\"module\":\"ReduxReplayTests\"", by: "\"module\":\"FormerModuleName\"")
    try expectEqual(Replayer<NotebookApp>(path: file.path).verify().proven, 2)
    try replace(
      #""swift":"NotesVersion1.Poked","module":"FormerModuleName""#,
      by: #""swift":"(extension in ReduxReplayTests):VersionedNotes.NotesVersion1.Poked""#)
    try expectEqual(Replayer<NotebookApp>(path: file.path).verify().proven, 2)
  }

  @Test func `all unknown types are reported at once, with the modules and the code to add`() throws {
    try record(NoteTaken(text: "a"), Notebook.Page.turned, NoteTaken(text: "b"), Notebook.Page.torn(1))
    try replace("ReduxReplayTests", by: "FormerModuleName")
    try replace("NoteTaken", by: "NoteGiven")
    try replace("Notebook.Page", by: "Notebook.Leaf")
    for body in [
      { _ = try Replayer<NotebookApp>(path: file.path).verify() },
      { _ = try Replayer<NotebookApp>(path: file.path).state(at: 1) },
    ] {
      let error = #expect(throws: ReplayError.self, performing: body)
      expectEqual(
        error?.description,
        "\(file.path):3: action 1 (NoteGiven) is not an action of this app: no action type is named NoteGiven or "
          + "Notebook.Leaf; searched the modules FormerModuleName, VersionedNotes and ReduxReplayTests; list private, moved and "
          + "renamed types: .found(renamed: [\"NoteGiven\": NoteGiven.self, \"Notebook.Leaf\": Notebook.Leaf.self]); if the app has "
          + "changed since, declare the change in schemaChanges")
    }
  }
}
