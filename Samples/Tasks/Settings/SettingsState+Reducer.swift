public import ReduxStore

extension SettingsState {
  /// Reduces the settings.
  public static let reducer = Reducer<SettingsState, SettingsAction> { state, action in
    switch action {
    case .sort(let order): state.sort = order
    case .beginWeek(let weekday): state.firstWeekday = weekday
    case .showCompleted(let isOn): state.showsCompleted = isOn
    }
  }
}
