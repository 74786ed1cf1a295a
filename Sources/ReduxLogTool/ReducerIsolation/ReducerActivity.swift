import ReduxReplay
import Synchronization
import SystemSupport

/// A little memory that two processes share: the one whose reducers run writes there what they do, and the other one
/// finds it there when the first is dead, or hangs.
///
/// An action costs 73 instructions, of some 38,000 that one of a small app takes to verify; handing the same over through
/// a pipe would cost a system call. Each thread writes to cache lines of its own.
final class ReducerActivity: ReducerObserver {
  /// What a thread that folds is doing.
  struct Activity: Hashable {
    /// The action that is being reduced, or was reduced last.
    var seq: Int
    /// Counts the calls and the returns of the reducer, so that it is odd while the reducer runs.
    var steps: UInt

    var isReducing: Bool { steps % 2 == 1 }
  }

  /// How many threads can be told apart.
  static let threadCount = 256
  /// In words; two cache lines, since processors fetch them in pairs.
  private static let stride = 16
  private static let byteCount = (1 + threadCount) * stride * MemoryLayout<Atomic<UInt>>.stride

  /// What another process gets to share the memory; -1 if none can.
  let descriptor: Int32
  /// Where the memory is, as a number: pointers can't be `Sendable`. All access to it is atomic.
  private let address: UInt

  /// Takes memory to share.
  init() throws(Platform.SystemError) {
    descriptor = try Platform.openSharedMemory(byteCount: ReducerActivity.byteCount)
    do { address = try Platform.map(descriptor, byteCount: ReducerActivity.byteCount) } catch {
      Platform.closeDescriptor(descriptor)
      throw error
    }
  }

  /// Takes the memory that another process shares.
  init(sharing descriptor: Int32) throws(Platform.SystemError) {
    self.descriptor = descriptor
    address = try Platform.map(descriptor, byteCount: ReducerActivity.byteCount)
  }

  /// Takes memory for this process alone, without a descriptor.
  init(ofThisProcess: Void) throws(Platform.SystemError) {
    descriptor = -1
    address = try Platform.mapMemory(byteCount: ReducerActivity.byteCount)
  }

  deinit {
    Platform.unmap(address, byteCount: ReducerActivity.byteCount)
    Platform.closeDescriptor(descriptor)
  }

  /// The state up to which all is done.
  var progress: Int {
    get { Int(load(0, 0)) }
    set { store(UInt(newValue), 0, 0) }
  }

  /// Forgets what was done. Nothing must be going on.
  func clear() {
    progress = 0
    for block in 1...ReducerActivity.threadCount { store(0, block, 1) }
  }

  // MARK: Crashes of this process

  /// Notes which thread of this process the activity of a number is of.
  func note(identity: UInt, ofThread thread: Int) {
    store(0, thread + 1, 1)
    store(identity, thread + 1, 2)
  }

  /// Which action a thread of this process is reducing, and the number of its activity; safe in a signal handler.
  func reducing(on identity: UInt, among count: Int) -> (seq: UInt, thread: Int)? {
    var thread = 0
    while thread < count {
      if load(thread + 1, 2) == identity, load(thread + 1, 1) % 2 == 1 { return (load(thread + 1, 0), thread) }
      thread += 1
    }
    return nil
  }

  // MARK: Activities

  func reducerWillRun(seq: Int, thread: Int) {
    store(UInt(seq), thread + 1, 0)
    step(thread)
  }

  func reducerDidRun(thread: Int) { step(thread) }

  /// What a thread is doing; `nil` if it has done nothing yet.
  func activity(ofThread thread: Int) -> Activity? {
    let steps = load(thread + 1, 1)
    return steps == 0 ? nil : Activity(seq: Int(load(thread + 1, 0)), steps: steps)
  }

  private func step(_ thread: Int) { store(load(thread + 1, 1) &+ 1, thread + 1, 1) }

  private func load(_ block: Int, _ index: Int) -> UInt {
    word(block, index)?.pointee.load(ordering: .acquiring) ?? 0
  }

  private func store(_ value: UInt, _ block: Int, _ index: Int) {
    word(block, index)?.pointee.store(value, ordering: .releasing)
  }

  /// Memory that is full of zeros holds atomic zeros.
  private func word(_ block: Int, _ index: Int) -> UnsafePointer<Atomic<UInt>>? {
    guard (0...ReducerActivity.threadCount).contains(block) else { return nil }
    let offset = (block * ReducerActivity.stride + index) * MemoryLayout<Atomic<UInt>>.stride
    return UnsafePointer(bitPattern: address + UInt(offset))
  }
}
