// The page's lines for Swift Testing. `docs/guides/testing.md` contains the text between two markers; `SnippetTests`
// holds them equal.

import CommandLineKit
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import Testing

// docs/guides/testing.md: Swift Testing
@Test func `a recorded cart verifies`() throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "cart-\(UUID()).jsonl").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let recorder = try Recorder(path: path, app: AppIdentity(name: CartApp.name))
  let reduce = recorder.recording(CartApp.reduce)
  var cart = CartApp.initialState
  reduce(&cart, .add("apple", count: 3))
  reduce(&cart, .clear)
  recorder.close()

  let run = InspectorTool.capture(["verify", path], apps: [CartApp.self])
  #expect(run.exitCode == .fine, "\(run)")
  #expect(run.output == "ok \(path): 2 actions, 3 states proven, 1 session, closed\n")
}
// docs/guides/testing.md: end
