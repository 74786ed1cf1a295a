/// How the owner of the app likes it.
public struct SettingsState: Codable, Hashable, Sendable {
  /// The order of the list.
  public enum Sort: String, Codable, CaseIterable, Sendable {
    /// The one that its owner gave the tasks.
    case manual
    /// What is due first; what isn't due at all comes last.
    case due
    /// By title.
    case title
  }

  /// The order of the list.
  public var sort: Sort
  /// The day on which a week begins.
  public var firstWeekday: Weekday
  /// Whether the list has what is done as well.
  public var showsCompleted: Bool

  /// Creates settings; without arguments, those of an app just installed.
  public init(sort: Sort = .manual, firstWeekday: Weekday = .monday, showsCompleted: Bool = true) {
    self.sort = sort
    self.firstWeekday = firstWeekday
    self.showsCompleted = showsCompleted
  }
}
