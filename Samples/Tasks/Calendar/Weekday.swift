/// A day of the week.
public enum Weekday: String, Codable, CaseIterable, Sendable {
  /// Monday, the first day in ISO 8601 and in many countries.
  case monday
  /// Tuesday.
  case tuesday
  /// Wednesday.
  case wednesday
  /// Thursday.
  case thursday
  /// Friday.
  case friday
  /// Saturday, the first day in some countries.
  case saturday
  /// Sunday, the first day in others.
  case sunday

  /// The number of days since Monday.
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
