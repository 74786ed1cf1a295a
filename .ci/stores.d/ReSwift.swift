// module: ReSwift
// sources: ReSwift
// exclude: "Info.plist"
import ReSwift
import ReduxRecorder
import ReduxReplay

struct Rename: ReSwift.Action, Codable { var index: Int }
struct Toggle: ReSwift.Action, Codable { var index: Int }
struct Select: ReSwift.Action, Codable { var index: Int }

func itemsReducer(action: any ReSwift.Action, state: Items?) -> Items {
  var state = state ?? Items()
  switch action {
  case let action as Rename: state.rename(action.index, to: "renamed")
  case let action as Toggle: state.toggle(action.index)
  case let action as Select: state.selected = action.index
  default: break
  }
  return state
}

enum ItemsApp: ReplayableApp {
  static let name = "items"
  static var initialState: Items { Items() }
  static var actions: ActionCoding<any ReSwift.Action> { .found }

  static func reduce(_ state: inout Items, _ action: any ReSwift.Action) {
    state = itemsReducer(action: action, state: state)
  }
}

Trial<ItemsApp> { recorder in
  // adapter
  let store = ReSwift.Store<Items>(reducer: recorder?.recording(itemsReducer) ?? itemsReducer, state: nil)
  // end
  let actions: [(Int) -> any ReSwift.Action] = [Rename.init, Toggle.init, Select.init]
  return { store.dispatch(actions[$0]($1)) }
}.run()
