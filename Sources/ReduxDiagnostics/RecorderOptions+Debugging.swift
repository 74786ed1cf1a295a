public import ReduxRecorder

extension RecorderOptions {
  /// Returns the default options of a debug build: the recorder audits the first state and prints what it finds.
  ///
  ///     let recorder = try Recorder(url: url, app: app, options: .debugging())
  ///
  /// - Parameters:
  ///   - printing: The records to print to standard error while the app runs.
  ///   - onAudit: Called with what recording the app's state doesn't capture. By default, it is printed.
  /// - Returns: The options.
  public static func debugging(
    printing: Printing = .failures, onAudit: @escaping @Sendable (StateAudit) -> Void = RecorderOptions.printAudit
  ) -> RecorderOptions {
    RecorderOptions().debugging(printing: printing, onAudit: onAudit)
  }

  /// Returns the options with an audit of the first state, and a console.
  ///
  ///     let options = RecorderOptions(states: .patches).debugging(printing: .changes)
  ///
  /// The recorder audits its first state, once per process for each type of state. If there are findings, it calls
  /// `onAudit` a little later, outside of all locks. The first action waits for the audit, which visits a limited number of
  /// values, and decodes only states that take less than 50 ms to encode. It doesn't limit the time of a hand-written
  /// `encode(to:)`.
  ///
  /// The console prints on a thread of its own, and never to standard output. The recorder doesn't wait for it: if the app
  /// dispatches faster than the console prints, it skips actions and prints how many.
  ///
  /// - Parameters:
  ///   - printing: The records to print to standard error while the app runs.
  ///   - onAudit: Called with what recording the app's state doesn't capture; `nil` turns the audit off. By default, it is
  ///     printed.
  /// - Returns: The options.
  public func debugging(
    printing: Printing = .failures, onAudit: (@Sendable (StateAudit) -> Void)? = RecorderOptions.printAudit
  ) -> RecorderOptions {
    var options = self
    options.makeObserver = { Diagnostics($0, printing: printing, onAudit: onAudit) }
    return options
  }

  /// Prints an audit to standard error.
  public static var printAudit: @Sendable (StateAudit) -> Void {
    { audit in
      standardError("reduxlog: \(audit)\n")
      standardError("(reported once; the argument onAudit of RecorderOptions.debugging redirects it)\n")
    }
  }
}
