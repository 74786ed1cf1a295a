package import CommandLineKit
package import ReduxJournal
package import ReduxReplay
import StateCoding
import Synchronization
import SystemSupport

/// Records a crash of this process, and reports it if no other process does.
///
/// In a `ReducerServer`, the process that waits reads the notes. A command that looks at one state runs the reducers in its
/// own process, because a child takes longer to start than such a look takes. There the signal handler replaces the process
/// with the same program, which finds the notes through its environment, reports them, and exits.
package enum CrashReporter {
  /// The variable that holds a `CrashContext`.
  private static let variable = "REDUXLOG_CRASH"

  /// The notes of this process, for the signal handler: the address of a `ReducerActivity` that is never released.
  private static let noted = Atomic<UInt>(0)

  /// Handles crashes of a server's main thread from now on.
  static func handleCrashes(notingIn activity: ReducerActivity) {
    let thread = Platform.currentThread
    activity.note(identity: thread, ofThread: 0)
    noted.store(UInt(bitPattern: Unmanaged.passRetained(activity).toOpaque()), ordering: .releasing)
    Platform.handleCrashes { CrashReporter.note($0) }
  }

  /// Called by the signal handler: it may neither allocate memory nor wait.
  private static func note(_ signal: Int32) {
    guard let address = UnsafeRawPointer(bitPattern: noted.load(ordering: .acquiring)) else { return }
    Unmanaged<ReducerActivity>.fromOpaque(address)._withUnsafeGuaranteedRef { activity in
      let identity = Platform.currentThread
      guard let thread = activity.threadReducing(identity: identity) else { return }
      activity.noteCrash(signal: signal, thread: thread)
      Platform.executeSuccessor(inheriting: activity.descriptor)
    }
  }

  // MARK: In the command's process

  /// A replay by threads of this process, by its number.
  private struct Replay: ReducerObserver {
    let activity: ReducerActivity
    let number: Int

    private func place(of thread: Int) -> Int { number + thread * replayLimit }

    func reducerWillRun(seq: Int, thread: Int) {
      // The first thread's identity is noted when the replay begins.
      if thread > 0 { activity.note(identity: Platform.currentThread, ofThread: place(of: thread)) }
      activity.reducerWillRun(seq: seq, thread: place(of: thread))
    }

    func reducerWillVary(_ varies: Bool, thread: Int) { activity.reducerWillVary(varies, thread: place(of: thread)) }

    func reducerDidRun(thread: Int) { activity.reducerDidRun(thread: place(of: thread)) }

    func appWillRun(thread: Int) { activity.appWillRun(thread: place(of: thread)) }

    func appDidRun(thread: Int) { activity.appDidRun(thread: place(of: thread)) }
  }

  /// The notes that this process hands to the one that replaces it.
  private struct Notes {
    var environment: [String: String] = [:]
    var maximumLineBytes = 0
    var replays: [(path: String, thread: UInt)] = []
    var outputs: [CrashContext.Output] = []

    /// Hands the notes to the program that replaces this one.
    func prepare(_ activity: ReducerActivity) {
      let context = CrashContext(
        maximumLineBytes: maximumLineBytes, paths: replays.map(\.path), outputs: outputs,
        activity: activity.descriptor)
      var environment = environment
      environment[variable] = (try? StateEncoder().encode(context)).map { String(decoding: $0, as: UTF8.self) }
      Platform.prepareSuccessor(environment: environment)
    }
  }

  /// The number of replays that are distinguished; no command has more than two at a time.
  private static let replayLimit = 8
  private static let notes = Mutex(Notes())
  private static let activity = try? ReducerActivity()

  /// Observes a replay that this thread begins.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - environment: The variables of the process.
  /// - Returns: The observer; `nil` if the system has no memory to share.
  package static func observer(of file: JournalFile, environment: [String: String]) -> (any ReducerObserver)? {
    guard let activity else { return nil }
    let thread = Platform.currentThread
    let number = notes.withLock { notes in
      // `log --follow` begins a replay each time that the journal has grown.
      if let known = notes.replays.firstIndex(where: { $0.path == file.path && $0.thread == thread }) { return known }
      if notes.replays.count == replayLimit { notes.replays = [] }
      notes.replays.append((file.path, thread))
      notes.maximumLineBytes = file.maximumLineBytes
      notes.environment = environment
      notes.prepare(activity)
      return notes.replays.count - 1
    }
    activity.note(identity: thread, ofThread: number)
    if noted.load(ordering: .relaxed) == 0 {
      noted.store(UInt(bitPattern: Unmanaged.passRetained(activity).toOpaque()), ordering: .releasing)
    }
    // Each thread has a stack of its own for the handler.
    Platform.handleCrashes { CrashReporter.note($0) }
    return Replay(activity: activity, number: number)
  }

  /// Notes a file that a crash must not leave unfinished.
  package static func note(_ output: OutputFile) {
    guard output.temporaryPath != output.path else { return }
    notes.withLock { notes in
      notes.outputs.append(CrashContext.Output(temporaryPath: output.temporaryPath, path: output.path))
      if !notes.replays.isEmpty, let activity { notes.prepare(activity) }
    }
  }

  /// The crash that this process must report, if it has replaced one that crashed. Removes what that one was writing.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: The failure; `nil` in any other process.
  package static func failure(environment: [String: String]) -> CommandFailure? {
    guard let text = environment[variable],
      let context = try? StateDecoder().decode(CrashContext.self, from: Array(text.utf8)),
      let activity = try? ReducerActivity(sharing: context.activity), let crash = activity.crash,
      context.paths.indices.contains(crash.thread % replayLimit)
    else { return nil }
    Platform.removeVariable(variable)
    let path = context.paths[crash.thread % replayLimit]
    let failure = ReducerFailure(
      .killed(signal: crash.signal), activity, thread: crash.thread,
      of: JobInput(path: path, options: JournalReader.Options(maximumLineBytes: context.maximumLineBytes))
    ).failure
    for output in context.outputs { Platform.removeFile(output.temporaryPath) }
    guard let copy = context.outputs.first(where: { $0.temporaryPath == path }) else { return failure }
    return CommandFailure(ofCopy: copy.path, failure.message, line: failure.line, exitCode: failure.exitCode)
  }
}

extension CommandFailure {
  /// The failure of a redacted copy that the app's reducers can't take.
  package init(ofCopy path: String, _ message: String, line: Int?, exitCode: ExitCode = .trouble) {
    self.init(
      "the copy can't be replayed: \(message)", file: path, line: line,
      advice: "Nothing was written. A rule may redact a value that the app needs, such as an id or a formatted text.",
      exitCode: exitCode)
  }
}

/// The knowledge that a process needs to report a crash of the process that it replaces.
struct CrashContext: Codable {
  var maximumLineBytes: Int
  /// The journals that the process replayed, by the numbers of its replays.
  var paths: [String]
  /// The files that the process was writing.
  var outputs: [Output]
  /// The descriptor of the `ReducerActivity` in which the process noted its crash.
  var activity: Int32

  /// A file that appears at its path when it is complete.
  struct Output: Codable {
    var temporaryPath: String
    var path: String
  }
}
