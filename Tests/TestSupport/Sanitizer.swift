import Foundation

/// The sanitizer under which `.ci/sanitize` runs the tests: then a process takes memory that isn't its own, and time.
package enum Sanitizer {
  private static let name = ProcessInfo.processInfo.environment["REDUXLOG_SANITIZER"]

  /// Whether a sanitizer is on.
  package static let isOn = name != nil

  /// Whether it is the thread sanitizer.
  package static let isThread = name == "thread"
}
