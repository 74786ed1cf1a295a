import Expectations
import OtherShapes
import ReduxRecorder
import ReduxReplay
import Testing

struct SignIn: Codable, Equatable { var name = "", isSending = false }

enum SignInEvent: Codable { case named(String), submitted, failed }

enum SignInEffect { case send }

func update(model: SignIn, event: SignInEvent) -> Next<SignIn, SignInEffect> {
  switch event {
  case .named(let name): .next(SignIn(name: name, isSending: model.isSending))
  case .submitted: .dispatchEffects([.send])
  case .failed: .noChange
  }
}

// docs/guides/stores.md: Mobius
func recording<Model: Encodable, Event, Effect>(
  _ update: @escaping (Model, Event) -> Next<Model, Effect>, with recorder: Recorder
) -> (Model, Event) -> Next<Model, Effect> {
  return { model, event in
    var model = model
    return recorder.record(event, in: &model) { model in
      let next = update(model, event)
      if let changed = next.model { model = changed }
      return next
    }
  }
}

enum SignInApp: ReplayableApp {
  static let name = "signIn"
  static var initialState: SignIn { SignIn() }

  static func reduce(_ model: inout SignIn, _ event: SignInEvent) {
    // An event without a next model changes nothing.
    model = update(model: model, event: event).model ?? model
  }
}
// docs/guides/stores.md: end

struct MobiusTests {
  @Test func `events without a next model are recorded and replayed`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(SignInApp.self))
    let recorded = recording(update, with: recorder)
    var model = SignIn()
    for event in [SignInEvent.named("ada"), .submitted, .failed, .named("bob")] {
      model = recorded(model, event).model ?? model
    }
    recorder.close()
    let replayer = try Replayer<SignInApp>(path: file.path)
    try expectEqual(replayer.state(at: 4), SignIn(name: "bob"))
    try expectEqual(replayer.verify().proven, 5)
  }
}
