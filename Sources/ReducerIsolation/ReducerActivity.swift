import ReduxReplay
import Synchronization
import SystemSupport

/// Memory in which a process notes what its reducers do, for another process to read when the first has crashed or hangs.
///
/// An action costs 73 instructions, of about 38,000 that verifying one of a small app takes; a pipe would cost a system call.
/// Each thread writes to cache lines of its own.
final class ReducerActivity: ReducerObserver {
  /// The status of a thread that replays.
  struct Status: Hashable {
    /// The action that is being reduced, or was reduced last.
    var seq: Int
    /// The number of calls and returns of the reducer: odd while the reducer runs.
    var steps: UInt
    /// The number of calls and returns of the app's other code.
    var otherSteps: UInt = 0

    var isReducing: Bool { steps % 2 == 1 }
    /// Whether code of the app runs.
    var isRunning: Bool { isReducing || otherSteps % 2 == 1 }
  }

  /// The number of threads that can be distinguished: those of `--jobs`, and the calling one where it works ahead.
  static let threadCount = 257
  /// In words; two cache lines, since processors fetch them in pairs.
  private static let stride = 16
  /// The blocks: one for the progress, one for a crash, and one for each thread.
  private static let crashBlock = 1
  private static let firstThread = 2
  private static let byteCount = (firstThread + threadCount) * stride * MemoryLayout<Atomic<UInt>>.stride

  /// The descriptor with which another process maps the memory.
  let descriptor: Int32
  /// The start of the memory, as a number: pointers can't be `Sendable`. All access to it is atomic.
  private let address: UInt

  /// Creates memory to share.
  init() throws(Platform.SystemError) {
    descriptor = try Platform.openSharedMemory(byteCount: ReducerActivity.byteCount)
    do { address = try Platform.map(descriptor, byteCount: ReducerActivity.byteCount) } catch {
      Platform.closeDescriptor(descriptor)
      throw error
    }
  }

  /// Maps the memory that another process shares.
  init(sharing descriptor: Int32) throws(Platform.SystemError) {
    self.descriptor = descriptor
    address = try Platform.map(descriptor, byteCount: ReducerActivity.byteCount)
  }

  deinit {
    Platform.unmap(address, byteCount: ReducerActivity.byteCount)
    Platform.closeDescriptor(descriptor)
  }

  /// The state up to which everything is done.
  var progress: Int {
    get { Int(load(0, 0)) }
    set { store(UInt(newValue), 0, 0) }
  }

  /// Whether the process should answer with what it knows.
  var isStopping: Bool {
    get { load(0, 1) != 0 }
    set { store(newValue ? 1 : 0, 0, 1) }
  }

  /// Removes the notes of the last job. No thread may be replaying.
  func clear() {
    progress = 0
    isStopping = false
    for thread in 0..<ReducerActivity.threadCount {
      store(0, thread + ReducerActivity.firstThread, 1)
      store(0, thread + ReducerActivity.firstThread, 3)
      store(0, thread + ReducerActivity.firstThread, 4)
    }
    store(0, ReducerActivity.crashBlock, 0)
  }

  // MARK: Threads

  func reducerWillRun(seq: Int, thread: Int) {
    store(UInt(seq), thread + ReducerActivity.firstThread, 0)
    step(thread)
  }

  func reducerDidRun(thread: Int) { step(thread) }

  func appWillRun(thread: Int) { step(thread, at: 4) }

  func appDidRun(thread: Int) { step(thread, at: 4) }

  func reducerWillVary(_ varies: Bool, thread: Int) { store(varies ? 1 : 0, thread + ReducerActivity.firstThread, 3) }

  /// Whether a thread reduces actions in states that the app never had.
  func varies(thread: Int) -> Bool { load(thread + ReducerActivity.firstThread, 3) != 0 }

  /// The status of a thread; `nil` before its first action.
  func status(ofThread thread: Int) -> Status? {
    let status = anyStatus(ofThread: thread)
    return status.steps == 0 ? nil : status
  }

  /// The status of a thread, which may not have begun an action.
  func anyStatus(ofThread thread: Int) -> Status {
    let block = thread + ReducerActivity.firstThread
    return Status(seq: Int(load(block, 0)), steps: load(block, 1), otherSteps: load(block, 4))
  }

  private func step(_ thread: Int, at word: Int = 1) {
    store(load(thread + ReducerActivity.firstThread, word) &+ 1, thread + ReducerActivity.firstThread, word)
  }

  // MARK: Crashes

  /// Notes which thread of this process has a number.
  func note(identity: UInt, ofThread thread: Int) {
    store(0, thread + ReducerActivity.firstThread, 1)
    store(identity, thread + ReducerActivity.firstThread, 2)
  }

  /// The number of a thread of this process whose reducer runs; safe in a signal handler.
  func threadReducing(identity: UInt) -> Int? {
    var thread = 0
    while thread < ReducerActivity.threadCount {
      if load(thread + ReducerActivity.firstThread, 2) == identity,
        load(thread + ReducerActivity.firstThread, 1) % 2 == 1
      {
        return thread
      }
      thread += 1
    }
    return nil
  }

  /// Notes a crash of this process and where its code was; safe in a signal handler.
  func noteCrash(signal: Int32, thread: Int) {
    let block = ReducerActivity.crashBlock
    store(UInt(thread), block, 1)
    store(0, block, 3)
    store(UInt(signal), block, 0)
    guard let frame = Platform.crashFrame() else { return }
    store(frame.offset, block, 2)
    // Eight bytes of the image's name to a word, up to a zero.
    var index = 3
    var end = false
    while index < ReducerActivity.stride {
      var word: UInt = 0
      var byte = 0
      while byte < 8, !end {
        let character = UInt8(bitPattern: frame.image[(index - 3) * 8 + byte])
        end = character == 0
        word |= UInt(character) << UInt(byte * 8)
        byte += 1
      }
      store(word, block, index)
      index += 1
    }
  }

  /// The crash that a handler noted.
  var crash: (signal: Int32, thread: Int, site: CrashSite?)? {
    let block = ReducerActivity.crashBlock
    guard let signal = Int32(exactly: load(block, 0)), signal != 0 else { return nil }
    let words = (3..<ReducerActivity.stride).map { load(block, $0) }
    let name = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt($0 * 8)) } }.prefix {
      $0 != 0
    }
    let site = CrashSite(image: String(decoding: name, as: UTF8.self), offset: load(block, 2))
    return (signal, Int(load(block, 1)), name.isEmpty ? nil : site)
  }

  // MARK: Words

  private func load(_ block: Int, _ index: Int) -> UInt {
    word(block, index)?.pointee.load(ordering: .acquiring) ?? 0
  }

  private func store(_ value: UInt, _ block: Int, _ index: Int) {
    word(block, index)?.pointee.store(value, ordering: .releasing)
  }

  /// Memory full of zeros holds atomic zeros.
  private func word(_ block: Int, _ index: Int) -> UnsafePointer<Atomic<UInt>>? {
    guard block >= 0, block < ReducerActivity.firstThread + ReducerActivity.threadCount else { return nil }
    let offset = (block * ReducerActivity.stride + index) * MemoryLayout<Atomic<UInt>>.stride
    return UnsafePointer(bitPattern: address + UInt(offset))
  }
}
