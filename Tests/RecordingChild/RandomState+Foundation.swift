import Foundation

extension RandomState {
  struct Foundations: Codable {
    var dates: [Date]
    var interval: DateInterval
    var urls: [URL]
    var components: URLComponents
    var length: Measurement<UnitLength>
    var indices: IndexSet
    var path: IndexPath
    var characters: CharacterSet
    var name: PersonNameComponents
    var point: CGPoint
    var rectangle: CGRect

    init(using values: inout RandomValues) {
      dates = values.many { $0.date() }
      interval = DateInterval(
        start: Date(timeIntervalSinceReferenceDate: Double(values.number(0...999_999))),
        duration: Double(values.number(0...9_999)) / 8)
      urls = values.many { $0.url() }
      components = URLComponents()
      (components.scheme, components.host, components.path) = ("https", "example.org", "/\(values.number(0...99))")
      length = Measurement(value: Double(values.number(0...999)) / 8, unit: values.pick([.meters, .miles, .inches]))
      indices = IndexSet(values.many { $0.number(0...99) })
      path = IndexPath(indexes: values.many { $0.number(0...99) })
      characters = CharacterSet(charactersIn: values.text())
      name = PersonNameComponents()
      (name.givenName, name.familyName) = (values.text(), values.text())
      point = CGPoint(x: Double(values.number(-99...99)) / 8, y: Double(values.number(-99...99)) / 8)
      rectangle = CGRect(x: point.x, y: point.y, width: 2, height: 3)
    }
  }

  /// Settings that some of the machines have as their own.
  struct Settings: Codable {
    var zones: [TimeZone]
    var locales: [Locale]
    var calendar: Calendar
    var components: DateComponents
    var style: Date.FormatStyle

    init(using values: inout RandomValues) {
      zones = values.many { $0.zone() }
      locales = values.many { $0.locale() }
      calendar = values.calendar()
      components = DateComponents(
        calendar: values.calendar(), timeZone: values.zone(), year: 2026, month: values.number(1...12))
      style = Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: values.locale(), calendar: values.calendar(),
        timeZone: values.zone())
    }
  }
}

extension RandomValues {
  mutating func url() -> URL {
    let text = "https://example.org/\(number(0...99))?q=\(number(0...9))"
    return URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  mutating func zone() -> TimeZone {
    TimeZone(identifier: pick(["America/New_York", "Asia/Kathmandu", "UTC", "GMT", "Europe/Berlin"])) ?? .gmt
  }

  mutating func locale() -> Locale { Locale(identifier: pick(["en_US", "en_US_POSIX", "ne_NP", "de_DE", ""])) }

  mutating func calendar() -> Calendar {
    var calendar = Calendar(identifier: pick([.gregorian, .iso8601, .buddhist]))
    calendar.timeZone = zone()
    calendar.locale = locale()
    calendar.firstWeekday = number(1...7)
    calendar.minimumDaysInFirstWeek = number(1...7)
    return calendar
  }
}
