// Code of the guide to causes in ReSwift. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests
// compares them.

import Expectations
import ReSwiftShape
import ReduxJournal
import ReduxRecorder
import Testing

// docs/guides/stores.md: ReSwift causes
private func causes<State>(
  _: @escaping DispatchFunction, _: @escaping () -> State?
) -> (@escaping DispatchFunction) -> DispatchFunction {
  { next in { action in withDispatch { next(action) } } }
}
// docs/guides/stores.md: end

/// A subscriber that answers each item with a notice, inside the dispatch.
private final class Notifier: StoreSubscriber {
  weak var store: Store<Int>?

  func newState(state: Int) {
    if state % 10 == 1 { store?.dispatch(PostNotice()) }
  }
}

@Suite("Guide: causes in ReSwift") struct ReSwiftCausesTests {
  @Test func `what a subscriber dispatches has the action as cause that it answers`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "shop"))
    let reduce = recorder.recording { (action: any Action, state: Int?) in
      action is AddItem ? (state ?? 0) + 1 : (state ?? 0) + (action is PostNotice ? 9 : 0)
    }
    let store = Store<Int>(reducer: reduce, state: nil, middleware: [causes])
    let notifier = Notifier()
    notifier.store = store
    store.subscribe(notifier)
    store.dispatch(AddItem(name: "tea"))
    store.dispatch(AddItem(name: "oats"))
    try expectEqual(file.causes(), ["AddItem", "PostNotice < AddItem", "AddItem", "PostNotice < AddItem"])
  }
}
