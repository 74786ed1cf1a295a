import Foundation

/// Whether the tests write the committed journals again, with `UPDATE_JOURNALS=1`.
enum Updating {
  static let isOn = ProcessInfo.processInfo.environment["UPDATE_JOURNALS"] == "1"
}
