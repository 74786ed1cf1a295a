import ReduxStore

extension TrackerApp {
  static func reduceNavigation(_ state: inout TrackerState, _ action: TrackerNavigation.Action) {
    var navigation = state.navigation ?? TrackerNavigation()
    TrackerNavigation.reducer(&navigation, action)
    state.navigation = navigation
  }
}
