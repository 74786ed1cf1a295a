public import ReduxStore

extension CalendarState {
  /// Moves the calendar.
  public static let reducer = Reducer<CalendarState, CalendarAction> { state, action in
    switch action {
    case .show(let day): state.shown = day
    case .turn(let weeks):
      // Further than the last day there is nothing, however many weeks are asked for.
      let days = weeks.multipliedReportingOverflow(by: 7)
      guard !days.overflow else { return }
      state.shown = state.shown?.advanced(by: days.partialValue)
    }
  }
}
