import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree
import Synchronization
import SystemSupport

/// Names the action in whose reducer this process crashes, where reducers run in no process of their own: in `show`,
/// `diff`, `log -p`, `index` and `redact`.
///
/// A second process would cost its start, 10 ms of the 36 that a look at a small journal takes. Instead a signal handler,
/// which may do next to nothing, executes the program anew in the place of the process: that is told in its environment what
/// was being reduced, says so, and exits.
enum CrashReporter {
  /// The variable that makes a process tell what the one before it died of: what was known before, and the numbers that a
  /// handler adds: the signal, the seq of the action, which fold it was.
  private static let variable = "REDUXLOG_CRASH"
  private static let numbersVariable = "REDUXLOG_CRASH_AT"

  /// What a process tells the one that takes its place.
  private struct Will: Codable {
    var maximumLineBytes: Int
    /// The journals of the folds.
    var paths: [String]
  }

  /// A fold of one thread, as the board knows it.
  private struct Fold: ReducerObserver {
    let board: ReducerActivity
    let number: Int

    // Several threads share a fold only where reducers run in a process of their own.
    func reducerWillRun(seq: Int, thread: Int) { if thread == 0 { board.reducerWillRun(seq: seq, thread: number) } }
    func reducerDidRun(thread: Int) { if thread == 0 { board.reducerDidRun(thread: number) } }
  }

  /// How many folds are told apart; no command has more at a time than two.
  private static let foldCount = 8
  private static let folds = Mutex<[(path: String, thread: UInt)]>([])
  /// Made with the first fold, so that a handler finds it made.
  private static let board = try? ReducerActivity(ofThisProcess: ())

  /// Watches a fold that this thread begins.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - environment: The variables of the process.
  /// - Returns: What is to be told of each action; `nil` if the system has no memory to share.
  static func observer(of file: JournalFile, environment: [String: String]) -> (any ReducerObserver)? {
    guard let board else { return nil }
    let thread = Platform.currentThread
    let number = folds.withLock { folds in
      // Who follows a journal begins a fold each time that it has grown.
      if let known = folds.firstIndex(where: { $0.path == file.path && $0.thread == thread }) { return known }
      if folds.count == foldCount { folds = [] }
      folds.append((file.path, thread))
      let will = Will(maximumLineBytes: file.maximumLineBytes, paths: folds.map(\.path))
      var environment = environment
      environment[variable] = (try? StateEncoder().encode(will)).map { String(decoding: $0, as: UTF8.self) }
      Platform.prepareForCrash(environment: environment, numbers: numbersVariable)
      return folds.count - 1
    }
    board.note(identity: thread, ofThread: number)
    Platform.handleCrashes { signal in
      guard let (seq, fold) = CrashReporter.reducing() else { return }
      Platform.executeSuccessor(UInt(signal), seq, fold)
    }
    return Fold(board: board, number: number)
  }

  /// What a reducer on this thread is reducing, and in which fold; `nil` if none runs. It is called in the handler: nothing
  /// here takes memory or waits.
  private static func reducing() -> (seq: UInt, fold: UInt)? {
    board?.reducing(on: Platform.currentThread, among: foldCount).map { ($0.seq, UInt($0.thread)) }
  }

  /// What this process is to say of the one in whose place it is.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: What it died of; `nil` if it did not crash.
  static func report(environment: [String: String]) -> CommandFailure? {
    guard let text = environment[variable],
      let will = try? StateDecoder().decode(Will.self, from: Array(text.utf8)),
      let numbers = environment[numbersVariable]?.split(separator: ",").compactMap({ Int($0) }), numbers.count == 3,
      let signal = Int32(exactly: numbers[0]), will.paths.indices.contains(numbers[2])
    else { return nil }
    Platform.removeVariable(variable)
    let job = ReplayJob(
      path: will.paths[numbers[2]], .verify, options: JournalReader.Options(maximumLineBytes: will.maximumLineBytes),
      threads: 1)
    let activity = ReducerActivity.Activity(seq: numbers[1], steps: 1)
    return ReducerFailure(.killed(signal: signal), activity, in: job).failure
  }
}
