import SystemSupport

/// The request to stop the command: a keyboard interrupt, SIGTERM or SIGHUP.
package struct Interruption: Sendable {
  private let request: @Sendable () -> Bool
  private let forget: @Sendable () -> Void

  /// Creates an interruption that a closure checks, and another one forgets.
  package init(_ isRequested: @escaping @Sendable () -> Bool, forget: @escaping @Sendable () -> Void = {}) {
    request = isRequested
    self.forget = forget
  }

  /// An interruption that never comes.
  package static let never = Interruption { false }

  /// The interruption of this process. Call `installSignalHandlers` first.
  package static let ofProcess = Interruption({ Platform.isInterrupted }, forget: { Platform.forgetInterrupt() })

  /// Handles SIGINT, SIGTERM, SIGHUP and SIGPIPE for the whole process: for `main`, not for a library.
  package static func installSignalHandlers() { Platform.installSignalHandlers() }

  /// Whether the user wants the command to stop.
  package var isRequested: Bool { request() }

  /// Forgets the request, so that the command can print what it knows. Another interrupt ends the process at once.
  package func acknowledge() { forget() }

  /// Stops the command if the user has requested it. Long loops call this; the streams and the progress line do, too.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }
}

/// The user interrupted the command.
package struct Interrupted: Error, Hashable, Sendable {
  /// Creates the error.
  package init() {}
}
