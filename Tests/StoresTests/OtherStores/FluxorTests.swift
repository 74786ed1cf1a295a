import Expectations
import ReduxJournal
import ReduxRecorder
import Testing

/// The shape of Fluxor 5: actions that a template makes, told apart by a text.
private struct AnonymousAction<Payload> {
  let id: String
  let payload: Payload
}

private struct Todos: Codable { var titles: [String] = [] }

// docs/guides/stores.md: Fluxor
extension AnonymousAction: CustomRecordable {
  var recordedForm: RecordedForm { .members(["payload": payload]).named(id) }
}
// docs/guides/stores.md: end

struct FluxorTests {
  @Test func `actions of a template are named by its id`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "todos"))
    let reduce = recorder.recording { (state: inout Todos, action: Any) in
      if let action = action as? AnonymousAction<String> { state.titles.append(action.payload) }
    }
    var state = Todos()
    reduce(&state, AnonymousAction(id: "[Todos] fetch", payload: ()))
    reduce(&state, AnonymousAction(id: "[Todos] add", payload: "milk"))
    recorder.close()
    try expectEqual(file.changes(), ["[Todos] fetch", "[Todos] add /titles"])
  }
}
