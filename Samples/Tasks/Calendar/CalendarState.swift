/// What the calendar remembers: which day it shows. What is due on which day is in the tasks alone.
public struct CalendarState: Codable, Hashable, Sendable {
  /// The day that is shown, with the week around it; `nil` until the calendar is opened for the first time.
  public var shown: Day?

  /// Creates a state; without arguments, that of a calendar that was never opened.
  public init(shown: Day? = nil) {
    self.shown = shown
  }
}
