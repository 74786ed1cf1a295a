public import Observation
public import ReduxRecorder
public import ReduxReplay

// A project in which everything is isolated to the main actor by default, as Xcode 26 makes one. Replay decodes states and
// actions on any thread, so their types, and those in them, say `nonisolated`.

public nonisolated struct Note: Codable, Identifiable, Equatable, Sendable {
  public var id: Int
  public var text: String
}

public nonisolated struct NotesState: Codable, Equatable, Sendable {
  public var notes: [Note] = []
}

public nonisolated enum NotesAction: Codable, Sendable {
  case add(String)
  case remove(id: Int)
}

/// The app needs no word of its own: its conformance makes it nonisolated.
public enum NotesApp: ReplayableApp {
  public static let name = "notes"
  public static var initialState: NotesState { NotesState() }

  public static func reduce(_ state: inout NotesState, _ action: NotesAction) {
    switch action {
    case .add(let text): state.notes.append(Note(id: (state.notes.last?.id ?? 0) + 1, text: text))
    case .remove(let id): state.notes.removeAll { $0.id == id }
    }
  }
}

/// A model on the main actor.
@Observable public final class NotesModel {
  public private(set) var state = NotesState()
  @ObservationIgnored private let recorded: (inout NotesState, NotesAction) -> Void

  public init(recorder: Recorder) { recorded = recorder.recording(NotesApp.reduce) }

  public func send(_ action: NotesAction) { recorded(&state, action) }
}

// What is only recorded needs no word.

/// An action of a screen, in the form in which Xcode's project leaves it.
enum RadioAction: Encodable {
  case play(String)
}

/// A model that is the state itself.
@Observable public final class RadioModel {
  public private(set) var title: String?
  @ObservationIgnored private let recorder: Recorder

  public init(recorder: Recorder) { self.recorder = recorder }

  public func play(_ title: String) {
    recorder.record(RadioAction.play(title), reflecting: self) { self.title = title }
  }
}
