import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree
import Synchronization
import SystemSupport

/// Records a crash of this process, and reports it if no other process does.
///
/// In a `ReducerServer`, the process that waits reads the notes. A command that looks at one state runs the reducers in its
/// own process, because a child takes longer to start than such a look takes. There the signal handler replaces the process
/// with the same program, which finds the notes through its environment, reports them, and exits.
enum CrashReporter {
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
      guard let thread = activity.threadReducing(identity: identity, among: replayLimit) else { return }
      activity.noteCrash(signal: signal, thread: thread)
      Platform.executeSuccessor(inheriting: activity.descriptor)
    }
  }

  // MARK: In the command's process

  /// A replay on one thread of this process, by its number.
  private struct Replay: ReducerObserver {
    let activity: ReducerActivity
    let number: Int

    // Only a server shares a replay among threads.
    func reducerWillRun(seq: Int, thread: Int) { if thread == 0 { activity.reducerWillRun(seq: seq, thread: number) } }
    func reducerDidRun(thread: Int) { if thread == 0 { activity.reducerDidRun(thread: number) } }
  }

  /// The number of replays that are distinguished; no command has more than two at a time.
  private static let replayLimit = 8
  private static let replays = Mutex<[(path: String, thread: UInt)]>([])
  private static let activity = try? ReducerActivity()

  /// Observes a replay that this thread begins.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - environment: The variables of the process.
  /// - Returns: The observer; `nil` if the system has no memory to share.
  static func observer(of file: JournalFile, environment: [String: String]) -> (any ReducerObserver)? {
    guard let activity else { return nil }
    let thread = Platform.currentThread
    let number = replays.withLock { replays in
      // `log --follow` begins a replay each time that the journal has grown.
      if let known = replays.firstIndex(where: { $0.path == file.path && $0.thread == thread }) { return known }
      if replays.count == replayLimit { replays = [] }
      replays.append((file.path, thread))
      let context = CrashContext(
        maximumLineBytes: file.maximumLineBytes, paths: replays.map(\.path), activity: activity.descriptor)
      var environment = environment
      environment[variable] = (try? StateEncoder().encode(context)).map { String(decoding: $0, as: UTF8.self) }
      Platform.prepareSuccessor(environment: environment)
      return replays.count - 1
    }
    activity.note(identity: thread, ofThread: number)
    if noted.load(ordering: .relaxed) == 0 {
      noted.store(UInt(bitPattern: Unmanaged.passRetained(activity).toOpaque()), ordering: .releasing)
    }
    // Each thread has a stack of its own for the handler.
    Platform.handleCrashes { CrashReporter.note($0) }
    return Replay(activity: activity, number: number)
  }

  /// The crash that this process must report, if it has replaced one that crashed.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: The failure; `nil` in any other process.
  static func failure(environment: [String: String]) -> ReducerFailure? {
    guard let text = environment[variable],
      let context = try? StateDecoder().decode(CrashContext.self, from: Array(text.utf8)),
      let activity = try? ReducerActivity(sharing: context.activity), let crash = activity.crash,
      context.paths.indices.contains(crash.thread)
    else { return nil }
    Platform.removeVariable(variable)
    return ReducerFailure(
      .killed(signal: crash.signal), activity, thread: crash.thread, path: context.paths[crash.thread],
      options: JournalReader.Options(maximumLineBytes: context.maximumLineBytes))
  }
}
