/// The calendar's shown day. Due dates are stored only in the tasks.
public struct CalendarState: Codable, Hashable, Sendable {
  /// The shown day, with its week around it; `nil` until the calendar is first opened.
  public var shown: Day?

  /// Creates a state; by default, a calendar that was never opened.
  public init(shown: Day? = nil) {
    self.shown = shown
  }
}
