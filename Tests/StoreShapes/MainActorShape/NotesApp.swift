import Observation
import ReduxRecorder
import ReduxReplay

// A project in which everything is isolated to the main actor by default, as Xcode 26 makes one. Replay decodes states and
// actions and reduces them on any thread, so their types, those in them, and reducers say `nonisolated`.

// docs/guides/apple.md: types
nonisolated struct Note: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

nonisolated struct NotesState: Codable, Equatable, Sendable {
  var notes: [Note] = []
}

nonisolated enum NotesAction: Codable, Sendable {
  case add(String)
  case remove(id: Int)
}

nonisolated func reduceNotes(_ state: inout NotesState, _ action: NotesAction) {
  switch action {
  case .add(let text): state.notes.append(Note(id: (state.notes.last?.id ?? 0) + 1, text: text))
  case .remove(let id): state.notes.removeAll { $0.id == id }
  }
}
// docs/guides/apple.md: end

/// The app needs no word of its own: its conformance makes it nonisolated.
enum NotesApp: ReplayableApp {
  static let name = "notes"
  static var initialState: NotesState { NotesState() }

  static func reduce(_ state: inout NotesState, _ action: NotesAction) { reduceNotes(&state, action) }
}

/// A model on the main actor.
@Observable final class NotesModel {
  private(set) var state = NotesState()
  @ObservationIgnored private let recorded: (inout NotesState, NotesAction) -> Void

  init(recorder: Recorder) { recorded = recorder.recording(NotesApp.reduce) }

  func send(_ action: NotesAction) { recorded(&state, action) }
}

// What is only recorded needs no word.

/// An action of a screen, in the form in which Xcode's project leaves it.
enum RadioAction: Encodable {
  case play(String)
}

/// A model that is the state itself.
@Observable final class RadioModel {
  private(set) var title: String?
  @ObservationIgnored private let recorder: Recorder

  init(recorder: Recorder) { self.recorder = recorder }

  func play(_ title: String) {
    recorder.record(RadioAction.play(title), reflecting: self) { self.title = title }
  }
}
