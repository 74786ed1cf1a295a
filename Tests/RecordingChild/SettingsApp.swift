package import Foundation
import ReduxReplay

/// An app whose state starts with the settings of the machine, as an app's does that formats dates.
package enum SettingsApp: ReplayableApp {
  package struct State: Codable {
    var calendar = Calendar.current
    var liveCalendar = Calendar.autoupdatingCurrent
    var zones = [TimeZone.current, .autoupdatingCurrent]
    var locales = ["current": Locale.current, "live": .autoupdatingCurrent]
    var components = DateComponents(calendar: .current, timeZone: .current, year: 2026, month: 2)
    var dates = Date.FormatStyle()
    var numbers = IntegerFormatStyle<Int>()
    var choice = Choice([.current])
    var steps: [String] = []
  }

  /// Encodes out of order, which takes another way through the encoder.
  package struct Choice: Codable {
    var calendars: [Calendar]

    init(_ calendars: [Calendar]) { self.calendars = calendars }
    package init(from decoder: any Decoder) throws {
      calendars = try decoder.container(keyedBy: Keys.self).decode([Calendar].self, forKey: .calendars)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var nested = container.nestedUnkeyedContainer(forKey: .calendars)
      try container.encode(1, forKey: .first)
      for calendar in calendars { try nested.encode(calendar) }
    }

    private enum Keys: CodingKey { case calendars, first }
  }

  package enum Action: Codable {
    case step(Date)
    case restart(Calendar)
  }

  package static let name = "settings"
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .step(let date):
      state.components.month = (state.components.month ?? 0) % 12 + 1
      state.steps.append("\(state.calendar.dateComponents([.hour, .weekday], from: date))")
    case .restart(let calendar): state.liveCalendar = calendar
    }
  }
}
