// module: SwiftRex
// sources: Sources/SwiftRex
// exclude: "CodeGeneration", "SwiftRex.docc"
import ReduxRecorder
import ReduxReplay
import SwiftRex

enum ItemsAction: Codable { case rename(Int), toggle(Int), select(Int) }

func reduceItems(_ action: ItemsAction, _ state: inout Items) {
  switch action {
  case .rename(let index): state.rename(index, to: "renamed")
  case .toggle(let index): state.toggle(index)
  case .select(let index): state.selected = index
  }
}

// adapter
extension SwiftRex.Reducer where StateType: Encodable {
  func recorded(by recorder: Recorder) -> SwiftRex.Reducer<ActionType, StateType> {
    let recorded = recorder.recording { (state: inout StateType, action: ActionType) in reduce(action, &state) }
    return .reduce { action, state in recorded(&state, action) }
  }
}
// end

enum ItemsApp: ReplayableApp {
  static let name = "items"
  static var initialState: Items { Items() }
  static func reduce(_ state: inout Items, _ action: ItemsAction) { reduceItems(action, &state) }
}

Trial<ItemsApp> { recorder in
  let plain = SwiftRex.Reducer.reduce(reduceItems)
  let reducer = recorder.map { plain.recorded(by: $0) } ?? plain
  var state = Items()
  let actions: [(Int) -> ItemsAction] = [ItemsAction.rename, ItemsAction.toggle, ItemsAction.select]
  return { reducer.reduce(actions[$0]($1), &state) }
}.run()
