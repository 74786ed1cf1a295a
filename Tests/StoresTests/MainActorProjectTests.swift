import Expectations
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import Testing

@testable import MainActorShape

/// The guide for a project that is isolated to the main actor.
@Suite("Guide: a project on the main actor")
struct MainActorProjectTests {
  let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test @MainActor func `a model is recorded and replayed`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(NotesApp.self))
    let model = NotesModel(recorder: recorder)
    for text in ["milk", "tea"] { model.send(.add(text)) }
    model.send(.remove(id: 1))
    recorder.close()
    try expectEqual(file.actions(), ["add replayable /notes", "add replayable /notes", "remove replayable /notes"])
    #expect(file.verify(NotesApp.self) == (.fine, "ok FILE: 3 actions, 4 states proven, 1 session, closed\n"))
    try expectEqual(Replayer<NotesApp>(path: file.path).state(at: 3), model.state)
  }

  @Test @MainActor func `what is only recorded needs no word`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "radio"))
    let model = RadioModel(recorder: recorder)
    model.play("Blue")
    recorder.close()
    try expectEqual(file.actions(), ["play inspect-only /title"])
  }
}
