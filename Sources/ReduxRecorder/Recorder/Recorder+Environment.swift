public import ReduxJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Recorder {
  /// Records to the journal that `REDUXLOG_JOURNAL` names; `nil` without the variable.
  ///
  ///     let recorder = try Recorder.fromEnvironment(app: AppIdentity(name: "tracker"))
  ///     let reducer = recorder?.recording(reduce) ?? reduce
  ///
  /// `reduxlog record -o run.jsonl -- COMMAND` sets the variable for a command, so a program records only if you ask for
  /// it. Close the recorder before the program exits; without that, the journal has no seal.
  ///
  /// - Parameters:
  ///   - app: The app's name, which identifies its reducers in a replay tool, and its version.
  ///   - options: How to record.
  ///   - onFailure: Called with each failure to record, as in `init(url:app:options:onFailure:)`.
  /// - Returns: A recorder that has begun a session.
  /// - Throws: `JournalError` if the journal can't be opened.
  public static func fromEnvironment(
    app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws(JournalError) -> Recorder? {
    try from(ProcessInfo.processInfo.environment, app: app, options: options, onFailure: onFailure)
  }

  /// The variable that names the journal.
  package static let environmentVariable = "REDUXLOG_JOURNAL"

  /// Records to the journal that an environment names.
  package static func from(
    _ environment: [String: String], app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws(JournalError) -> Recorder? {
    guard let path = environment[environmentVariable], !path.isEmpty else { return nil }
    return try Recorder(path: path, app: app, options: options, onFailure: onFailure)
  }
}
