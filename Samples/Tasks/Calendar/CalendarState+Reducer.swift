public import ReduxStore

extension CalendarState {
  /// Reduces the calendar.
  public static let reducer = Reducer<CalendarState, CalendarAction> { state, action in
    switch action {
    case .show(let day): state.shown = day
    case .turn(let weeks):
      // Saturate at the first or last day, however many weeks the action asks for.
      let days = weeks.multipliedReportingOverflow(by: 7)
      guard !days.overflow else { return }
      state.shown = state.shown?.advanced(by: days.partialValue)
    }
  }
}
