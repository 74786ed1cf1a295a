import Dispatch
import ReduxScope
import StateCoding
import Synchronization
import TerminalText

/// What a recorder shares with its slices: the journal that is open, the lock, and the way of failures.
final class RecordingSession: Sendable {
  private let core: Mutex<RecorderCore>
  private let onFailure: (@Sendable (RecorderFailure) -> Void)?
  private let observer: (any RecordingObserver)?
  /// Reports failures in order, one at a time, outside of the locks in which stores run reducers.
  private let reports = DispatchQueue(label: "reduxlog.recorder.reports")
  let rules: RedactionRules
  let reflections = ReflectionContext()

  init(
    core: consuming sending RecorderCore, observer: (any RecordingObserver)?, options: RecorderOptions,
    onFailure: (@Sendable (RecorderFailure) -> Void)?
  ) {
    rules = core.rules
    self.core = Mutex(core)
    self.observer = observer
    self.onFailure = onFailure ?? (observer == nil ? RecordingSession.usualReport(options.console) : nil)
    DispatchScope.addRecorders(1)
  }

  deinit {
    DispatchScope.addRecorders(-1)
    let failures = core.withLock { core in
      core.close()
      return core.takeFailures()
    }
    report(failures)
  }

  /// Runs a step inside the lock, and reports its failures outside.
  func run<Value: Sendable>(_ step: (inout RecorderCore) -> Value) -> Value {
    let (value, failures) = core.withLock { core in (step(&core), core.takeFailures()) }
    report(failures)
    return value
  }

  /// Passes the state before the first action to the observer, outside of the lock.
  func observe(first state: () -> any Encodable) {
    if let work = observer?.observe(first: state) { reports.async(execute: work) }
  }

  /// Waits until all failures so far are reported.
  func waitForReports() {
    reports.sync {}
    observer?.wait()
  }

  func report(_ failures: [RecorderFailure]) {
    guard !failures.isEmpty else { return }
    for failure in failures { observer?.observe(failure) }
    if let onFailure { reports.async { failures.forEach(onFailure) } }
  }

  /// The default of `onFailure`: debug builds print failures to standard error.
  private static func usualReport(
    _ write: @escaping @Sendable (String) -> Void
  ) -> (@Sendable (RecorderFailure) -> Void)? {
    #if DEBUG
      return { write("reduxlog: \($0.description.escapedForTerminal)\n") }
    #else
      return nil
    #endif
  }
}
