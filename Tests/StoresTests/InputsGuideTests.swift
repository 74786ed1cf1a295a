// Code of the guide to inputs. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests compares
// them.

import Expectations
import Foundation
import ReSwiftShape
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateCoding
import Testing

private struct DiaryState: Codable, Equatable {
  struct Entry: Codable, Equatable {
    var id: UUID
    var text: String
    var written: Date
    var colour: Int
  }

  var entries: [Entry] = []
}

struct Write: Action, Codable { var text: String }

// docs/guides/stores.md: inputs reducer
private func diaryReducer(action: any Action, state: DiaryState?) -> DiaryState {
  var state = state ?? DiaryState()
  if let action = action as? Write {
    state.entries.append(
      DiaryState.Entry(
        id: ReplayInputs.uuid(), text: action.text, written: ReplayInputs.now, colour: ReplayInputs.random(in: 0..<12)))
  }
  return state
}
// docs/guides/stores.md: end

// docs/guides/stores.md: inputs app
private enum DiaryApp: ReplayableApp {
  static let name = "diary"
  static let usesInputs = true
  static var initialState: DiaryState { DiaryState() }
  static var actions: ActionCoding<any Action> { .found }

  static func reduce(_ state: inout DiaryState, _ action: any Action) {
    state = diaryReducer(action: action, state: state)
  }
}
// docs/guides/stores.md: end

@Suite("Guide: inputs") struct InputsGuideTests {
  @Test func `a reducer that needs the time and an id is replayed`() throws {
    let file = try RecordedFile()
    let path = file.path
    // docs/guides/stores.md: inputs recorder
    let recorder = try Recorder(
      path: path, app: AppIdentity(DiaryApp.self), options: RecorderOptions(inputs: DiaryApp.usesInputs))
    // docs/guides/stores.md: end
    let store = Store<DiaryState>(reducer: recorder.recording(diaryReducer), state: nil)
    store.dispatch(Write(text: "rain"))
    store.dispatch(Write(text: "sun"))
    recorder.close()
    try expectEqual(Replayer<DiaryApp>(path: path).state(at: 2), store.state)
    #expect(file.verify(DiaryApp.self) == (.fine, "ok FILE: 2 actions, 3 states proven, 1 session, closed\n"))
  }
}
