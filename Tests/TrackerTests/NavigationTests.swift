import Expectations
import ReduxStore
import Testing
import Tracker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("TrackerNavigation")
struct NavigationTests {
  static let editor = Route.item("run-1", of: "run")
  static let item = Item(id: "run-1", projectID: "run", amount: 50, timestamp: 140, notes: "wind")
  static let draft = ItemDraft(amount: 5, timestamp: 140, notes: "wind")

  @Test func `the route is empty before the first screen`() throws {
    expectEqual(TrackerState().route, [])
    let state = try state(after: .navigation(.setRoute(.projects)))
    expectEqual(state, TrackerState(navigation: TrackerNavigation(route: ["projects"])))
    expectEqual(state.route, ["projects"])
  }

  @Test func `a screen's route is its parent's route and its own id`() {
    expectEqual(Route.project("run"), ["projects", "run"])
    expectEqual(Self.editor, ["projects", "run", "run-1"])
  }

  @Test func `a draft is stored for its editor and changes no item`() throws {
    let items = ["run-1": Self.item]
    let state = try state(
      after: .navigation(.setData(Self.draft, for: Self.editor)), .navigation(.setRoute(.projects)),
      from: TrackerState(items: items))
    expectEqual(
      state,
      TrackerState(
        items: items, navigation: TrackerNavigation(route: .projects, data: [Self.editor: Self.draft])))
  }

  @Test func `an editor shows its draft, else the item, else nothing`() throws {
    var state = TrackerState()
    expectEqual(state.draft(of: "run-1", in: "run"), nil)
    state.items["run-1"] = Self.item
    expectEqual(state.draft(of: "run-1", in: "run"), ItemDraft(amount: 50, timestamp: 140, notes: "wind"))
    state.navigation = TrackerNavigation(data: [Self.editor: Self.draft])
    expectEqual(state.draft(of: "run-1", in: "run"), Self.draft)
    expectEqual(state.draft(of: "run-2", in: "run"), nil)
    try TrackerApp.reduce(&state, .navigation(.removeData(for: Self.editor)))
    expectEqual(state.draft(of: "run-1", in: "run"), ItemDraft(Self.item))
  }
}
