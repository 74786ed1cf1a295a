import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

/// Several stores that record to one journal, each its own slice of the state.
struct SliceTests {
  let file: TemporaryFile
  let reports = Reports()

  init() throws { file = try TemporaryFile() }

  private func recorder(_ options: RecorderOptions = RecorderOptions(rules: .off)) throws -> Recorder {
    try Recorder(path: file.path, app: AppIdentity(name: "shop"), options: options) { [reports] in reports.append($0) }
  }

  /// Each action with the places that it changed.
  private func steps() throws -> [String] {
    try file.actions().map { ([$0.type] + $0.changed.map(\.pointer)).joined(separator: " ") }
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `slices read and replay like one store`(states: RecordedStates) throws {
    let recorder = try recorder(RecorderOptions(states: states, rules: .off))
    // docs/guides/stores.md: slices
    let search = recorder.slice("search").recording(reduceSearch)
    let cart = recorder.slice("cart").recording(reduceCart)
    // docs/guides/stores.md: end
    var (query, items) = (SearchState(), CartState())
    search(&query, .type("milk"))
    cart(&items, .add("milk"))
    search(&query, .type("tea"))
    cart(&items, .clear)
    recorder.close()
    try expectEqual(
      steps(),
      [
        "search.type /search/text", "changed outside an action /cart", "cart.add /cart/items",
        "search.type /search/text",
        "cart.clear /cart/items",
      ])
    try expectEqual(
      file.actions().first?.shownAction, ["search": ["_0": ["type": ["_0": "milk"]]]])
    let replayer = try Replayer<ShopApp>(path: file.path)
    try expectEqual(replayer.state(at: 5), ShopSlices(search: query, cart: items))
    let report = try replayer.verify()
    expectEqual(report.divergence?.seq, nil)
    expectEqual(report.unproven.isEmpty, states == .patches)
    expectEqual(reports.all.map(\.description), [])
  }

  @Test func `an unchanged slice costs no look, and its changes are found`() throws {
    let recorder = try recorder()
    let slice = recorder.slice("cart")
    var cart = CartState()
    slice.record(CartAction.add("a"), in: &cart) { $0.items.append("a") }
    cart.items.append("b")
    slice.record(CartAction.add("c"), in: &cart) { $0.items.append("c") }
    recorder.close()
    try expectEqual(
      steps(), ["cart.add /cart/items", "changed outside an action /cart/items", "cart.add /cart/items"])
  }

  @Test func `a slice leaves with its last recorder`() throws {
    let recorder = try recorder()
    let cart = recorder.slice("cart").recording(reduceCart)
    var items = CartState()
    var search: ((inout SearchState, SearchAction) -> Void)? = recorder.slice("search").recording(
      reduceSearch)
    var query = SearchState()
    search?(&query, .type("a"))
    cart(&items, .add("a"))
    search = nil
    cart(&items, .add("b"))
    recorder.close()
    try expectEqual(
      steps(),
      [
        "search.type /search/text", "changed outside an action /cart", "cart.add /cart/items",
        "changed outside an action /search", "cart.add /cart/items",
      ])
  }

  @Test func `an action during that of another slice is recorded with it as cause`() throws {
    let recorder = try recorder()
    let search = recorder.slice("search").recording(reduceSearch)
    let cart = recorder.slice("cart").recording { (cart: inout CartState, action: CartAction) in
      var query = SearchState()
      search(&query, .type("from the cart"))
      reduceCart(&cart, action)
    }
    var (query, items) = (SearchState(), CartState())
    search(&query, .type(""))
    cart(&items, .add("a"))
    recorder.close()
    try expectEqual(
      file.actions().map { "\($0.type) \($0.cause ?? 0)" },
      ["search.type 0", "changed outside an action 0", "cart.add 0", "search.type 3", "cart.add (continued) 3"])
  }

  @Test func `what a slice changed on its own isn't blamed on the action around`() throws {
    let recorder = try recorder()
    let search = recorder.slice("search").recording(reduceSearch)
    let cart = recorder.slice("cart").recording { (cart: inout CartState, action: CartAction) in
      var query = SearchState(text: "set directly")
      search(&query, .type("milk"))
      reduceCart(&cart, action)
    }
    var (query, items) = (SearchState(), CartState())
    search(&query, .type(""))
    cart(&items, .add("a"))
    recorder.close()
    try expectEqual(
      steps(),
      [
        "search.type", "changed outside an action /cart", "cart.add", "changed outside an action /search/text",
        "search.type /search/text", "cart.add (continued) /cart/items",
      ])
  }

  @Test func `an action that overlaps one of another slice leaves a gap, and its state isn't lost`() async throws {
    let recorder = try recorder()
    let (search, cart) = (recorder.slice("search"), recorder.slice("cart"))
    var (query, items) = (SearchState(), CartState())
    search.record(SearchAction.type("a"), in: &query) { $0.text = "a" }
    cart.record(CartAction.clear, in: &items) { _ in }
    let running = search.begin(SearchAction.type("b"), in: query)
    items = await Task.detached {
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          var items = CartState()
          cart.record(CartAction.add("tea"), in: &items) { $0.items = ["tea"] }
          done.resume(returning: items)
        }
      }
    }.value
    query.text = "b"
    search.finish(running, in: query)
    search.record(SearchAction.type("c"), in: &query) { $0.text = "c" }
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [1])
    let replayer = try Replayer<ShopApp>(path: file.path)
    let last = try #require(file.actions().last).seq
    try expectEqual(replayer.state(at: last), ShopSlices(search: query, cart: items))
  }

  @Test func `models and actions without an encoding are slices, too`() throws {
    final class Player {
      var songs: [String] = []
    }
    enum Command { case enqueue(String) }
    let recorder = try recorder()
    let player = Player()
    let slice = recorder.slice("player")
    slice.record(Command.enqueue("a"), reflecting: player) { player.songs.append("a") }
    slice.record(Command.enqueue("b"), reflecting: player) { player.songs.append("b") }
    recorder.close()
    try expectEqual(steps(), ["player.enqueue /player/songs", "player.enqueue /player/songs"])
    try expectEqual(file.actions().last?.shownAction, ["player": ["_0": ["enqueue": ["_0": "b"]]]])
    try expectEqual(file.snapshots().map(\.isWhole), [false])
  }

  @Test func `rules apply inside slices, by name and by pointer`() throws {
    let rules = RedactionRules(redacting: ["/login/note", "/login/_0/say/_0"])
    let recorder = try recorder(RecorderOptions(rules: rules))
    let slice = recorder.slice("login")
    let other = recorder.slice("cart")
    var (login, cart) = (Login(), CartState())
    slice.record(LoginAction.say("psst"), in: &login) {
      $0.password = "hunter2"
      $0.note = "psst"
    }
    other.record(CartAction.add("a"), in: &cart) { $0.items.append("a") }
    slice.record(LoginAction.say("psst"), in: &login) { $0.password = "hunter3" }
    recorder.close()
    let text = try file.text()
    for secret in ["hunter2", "hunter3", "psst"] { #expect(!text.contains(secret), "\(text)") }
    let actions = try file.actions()
    expectEqual(
      actions.map { $0.changedSecrets.map(\.description) },
      [["/login/password", "/login/note"], [], [], ["/login/password"]])
  }

  @Test func `a second type of state in a slice is reported`() throws {
    let recorder = try recorder()
    let slice = recorder.slice("cart")
    var (cart, search) = (CartState(), SearchState())
    slice.record(CartAction.clear, in: &cart) { _ in }
    slice.record(SearchAction.type(""), in: &search) { _ in }
    recorder.waitForReports()
    expectEqual(
      reports.all.map { "\($0)".prefix(64) }, ["a state of type SearchState follows one of type CartState, so ea"])
  }

  @Test func `the journal closes after the recorder and all slices are gone`() throws {
    var recorder: Recorder? = try recorder()
    var slice = recorder?.slice("cart")
    var cart = CartState()
    slice?.record(CartAction.add("a"), in: &cart) { $0.items.append("a") }
    recorder = nil
    slice?.record(CartAction.add("b"), in: &cart) { $0.items.append("b") }
    try expectEqual(file.kinds().last, "action")
    slice = nil
    try expectEqual(file.kinds().last, "seal")
    #expect(recorder == nil)
  }
}

private struct SearchState: Codable, Hashable { var text = "" }
private struct CartState: Codable, Hashable { var items: [String] = [] }
private struct Login: Codable { var password = "", note = "" }

private enum SearchAction: Codable { case type(String) }
private enum CartAction: Codable { case add(String), clear }
private enum LoginAction: Codable { case say(String) }

// docs/guides/stores.md: sliced app
private enum ShopAction: Codable {
  case search(SearchAction)
  case cart(CartAction)
}

private struct ShopSlices: Codable, Hashable {
  var search: SearchState?
  var cart: CartState?
}

private enum ShopApp: ReplayableApp {
  static let name = "shop"
  static var initialState: ShopSlices { ShopSlices() }

  static func reduce(_ state: inout ShopSlices, _ action: ShopAction) {
    switch action {
    case .search(let action):
      var search = state.search ?? SearchState()
      reduceSearch(&search, action)
      state.search = search
    case .cart(let action):
      var cart = state.cart ?? CartState()
      reduceCart(&cart, action)
      state.cart = cart
    }
  }
}
// docs/guides/stores.md: end

private func reduceSearch(_ state: inout SearchState, _ action: SearchAction) {
  switch action {
  case .type(let text): state.text = text
  }
}

private func reduceCart(_ state: inout CartState, _ action: CartAction) {
  switch action {
  case .add(let item): state.items.append(item)
  case .clear: state.items = []
  }
}
