import Expectations
import Foundation
import RecordingChild
import ReduxInspection
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// `explore`, with a sound app that has a clock, random ids, and answers without a request.
struct ExploreChatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try record("one", ["Hello", "Are you there?", "See you at eight"], answers: [true, false, true])
    try record("two", ["Thanks"], answers: [true])
  }

  /// Records a session in which the server answers each text, and then sends something itself.
  private func record(_ name: String, _ texts: [String], answers: [Bool]) throws {
    let recorder = try Recorder(
      path: folder.path(of: "\(name).jsonl"), app: AppIdentity(ChatApp.self),
      options: RecorderOptions(inputs: ChatApp.usesInputs))
    let reduce = recorder.recording(ChatApp.reduce)
    var state = ChatApp.initialState
    for (index, text) in texts.enumerated() {
      reduce(&state, .edit(draft: text))
      reduce(&state, .send)
      let id = try #require(state.order.last)
      if answers[index] {
        reduce(&state, .sent(id: id))
      } else {
        reduce(&state, .failed(id: id))
        reduce(&state, .retry(id: id))
        reduce(&state, .sent(id: id))
      }
      let author = ["Ada", "Bob"][index % 2]
      let received = UUID()
      reduce(&state, .typed(by: author))
      reduce(&state, .tick)
      reduce(&state, .received(id: received, from: author, text: "\(text), too"))
      reduce(&state, .read)
      reduce(&state, index == 1 ? .withdrawn(id: received) : .delete(id: id))
    }
    recorder.close()
  }

  /// Takes seconds: it plays thousands of actions in processes of a debug build. With `REDUXLOG_SOAK=1`, 20,000 of each of 20 seeds.
  @Test func `a sound app with a clock, random ids and pushed messages has no findings`() async throws {
    try await onOwnThread {
      let tool = try Executable("RecordingChild", in: folder.path)
      for seed in 1...(Soak.isOn ? 20 : 1) {
        let result = try tool.run("explore . --seed \(seed) --runs \(Soak.isOn ? 760 : 60) --format json")
        #expect(result.status == 0 && result.errorOutput.isEmpty, "seed \(seed): \(result)")
        let report = try JSONValue(parsing: result.output)
        expectEqual(report["findings"], [], "seed \(seed), suspicions among them")
        let actions = try #require(report["actions"]?.integer)
        #expect(actions > (Soak.isOn ? 20_000 : 1_500), "seed \(seed)")
      }
    }
  }
}
