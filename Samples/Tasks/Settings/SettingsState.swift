/// The user's settings.
public struct SettingsState: Codable, Hashable, Sendable {
  /// The order of the list.
  public enum Sort: String, Codable, CaseIterable, Sendable {
    /// The user's own order.
    case manual
    /// By due day; tasks without one come last.
    case due
    /// By title.
    case title
  }

  /// The order of the list.
  public var sort: Sort
  /// The first day of the week.
  public var firstWeekday: Weekday
  /// Whether the list includes completed tasks.
  public var showsCompleted: Bool

  /// Creates settings; by default, those of a fresh install.
  public init(sort: Sort = .manual, firstWeekday: Weekday = .monday, showsCompleted: Bool = true) {
    self.sort = sort
    self.firstWeekday = firstWeekday
    self.showsCompleted = showsCompleted
  }
}
