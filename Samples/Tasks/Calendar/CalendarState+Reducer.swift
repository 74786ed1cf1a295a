public import ReduxStore

extension CalendarState {
  /// Reduces the calendar.
  public static let reducer = Reducer<CalendarState, CalendarAction> { state, action in
    switch action {
    case .show(let day): state.shown = day
    case .turn(let weeks):
      // A number of days that overflows `Int` changes nothing.
      let days = weeks.multipliedReportingOverflow(by: 7)
      guard !days.overflow else { return }
      state.shown = state.shown?.advanced(by: days.partialValue)
    }
  }
}
