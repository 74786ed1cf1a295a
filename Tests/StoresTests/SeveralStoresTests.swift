import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import Testing

private struct Chat: Codable { var lines: [String] = [] }

private enum ChatAction: Codable { case post(String) }

/// An app that declares one of its slices.
private enum ChatsApp: ReplayableApp {
  struct State: Codable { var support: Chat? }
  enum Action: Codable { case support(ChatAction) }

  static let name = "chats"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    guard case .support(.post(let line)) = action else { return }
    state.support?.lines.append(line)
  }
}

@Suite("Guide: several stores") struct SeveralStoresTests {
  @Test func `verify says that the app doesn't declare a slice`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(ChatsApp.self), options: RecorderOptions(states: .patches))
    for name in ["support", "chat-7"] {
      var chat = Chat()
      recorder.slice(name).record(ChatAction.post("Hi"), in: &chat) { $0.lines.append("Hi") }
    }
    recorder.close()
    let output = InspectorTool.capture(["verify", file.path], apps: [ChatsApp.self]).errorOutput
    #expect(
      output.contains(
        "  State 1 is as recorded, and no reducer ran: the app's type of state doesn't hold what changed. Look closer:\n"
      ),
      "\(output)")
  }
}
