#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type of Foundation whose values may follow the settings of the machine, such as `Calendar.current`.
///
/// A value that follows them encodes differently on each machine, and decodes to the settings of the one that decodes it.
protocol SettingDependent: Encodable {
  /// The value with the same identifiers that follows no setting.
  var fixed: Self { get }
}

extension Locale: SettingDependent {
  var fixed: Locale { Locale(identifier: identifier) }
}

extension TimeZone: SettingDependent {
  var fixed: TimeZone { TimeZone(identifier: identifier) ?? self }
}

extension Calendar: SettingDependent {
  var fixed: Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.locale = locale?.fixed
    calendar.timeZone = timeZone.fixed
    calendar.firstWeekday = firstWeekday
    calendar.minimumDaysInFirstWeek = minimumDaysInFirstWeek
    return calendar
  }
}
