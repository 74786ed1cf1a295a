import SystemSupport

/// The user's request, by a keyboard interrupt, to stop the command.
package struct Interruption: Sendable {
  private let request: @Sendable () -> Bool

  /// Creates an interruption that a closure checks.
  package init(_ isRequested: @escaping @Sendable () -> Bool) { request = isRequested }

  /// An interruption that never comes.
  package static let never = Interruption { false }

  /// The interruption of this process. Call `installSignalHandlers` first.
  package static let ofProcess = Interruption { Platform.isInterrupted }

  /// Handles SIGINT and SIGPIPE for the whole process: for `main`, not for a library.
  package static func installSignalHandlers() { Platform.installSignalHandlers() }

  /// Whether the user wants the command to stop.
  package var isRequested: Bool { request() }

  /// Stops the command if the user has requested it. Long loops call this; the streams and the progress line do, too.
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
