/// A day of the week.
public enum Weekday: String, Codable, CaseIterable, Sendable {
  /// The first in many countries, and of ISO 8601.
  case monday
  /// The day after.
  case tuesday
  /// The middle of the working week.
  case wednesday
  /// The day after.
  case thursday
  /// The last of the working week.
  case friday
  /// The first in some countries.
  case saturday
  /// The first in others.
  case sunday

  /// How many days it is after a Monday.
  var position: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }
}
