import SystemSupport

/// The wish of the user, voiced by an interrupt from the keyboard, that the command stop.
package struct Interruption: Sendable {
  private let request: @Sendable () -> Bool

  /// Creates an interruption that asks a closure.
  package init(_ isRequested: @escaping @Sendable () -> Bool) { request = isRequested }

  /// One that never comes.
  package static let never = Interruption { false }

  /// That of the process. Its signals must be handled: `installSignalHandlers`.
  package static let ofProcess = Interruption { Platform.isInterrupted }

  /// Takes over SIGINT and SIGPIPE for the whole process: for `main`, not for a library.
  package static func installSignalHandlers() { Platform.installSignalHandlers() }

  /// Whether the user wants the command to stop.
  package var isRequested: Bool { request() }

  /// Stops the command if the user wants it to stop. Long loops call this; the streams and the progress line do, too.
  ///
  /// - Throws: `Interrupted`.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }
}

/// The user interrupted the command.
package struct Interrupted: Error, Hashable, Sendable {
  /// Creates the error.
  package init() {}
}
