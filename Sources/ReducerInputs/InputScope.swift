import StateTree
import SystemSupport

/// The inputs of the reducer that runs on a thread.
///
/// It belongs to the thread, not to the task: a task that a reducer starts must not get the inputs of an action that is
/// over. Setting a task-local value would also take ten times as long.
package final class InputScope {
  // Unchecked, because a scope belongs to one thread, and no access spans a call.
  /// The inputs; `nil` for the system's.
  @exclusivity(unchecked) private(set) var inputs: ActionInputs?
  /// Whether the session records them.
  private let isDeclared: Bool
  /// The number of blocks that the reducer has used.
  @exclusivity(unchecked) private var count: UInt64 = 0
  /// Whether the reducer has asked for an input.
  @exclusivity(unchecked) package private(set) var isUsed = false
  /// Whether the reducer has used inputs that the session doesn't record.
  package var isUsedUndeclared: Bool { isUsed && !isDeclared }

  private static let ofThread = ThreadPointer()

  /// Creates a scope of inputs that are set later.
  package init() { isDeclared = true }

  /// Creates a scope of inputs, or of those around it that the session doesn't record.
  package init(_ inputs: ActionInputs?) {
    self.inputs = inputs ?? InputScope.current?.inputs
    isDeclared = inputs != nil
  }

  /// The scope of the reducer that runs on this thread, if any.
  package static var current: InputScope? {
    ofThread.value.map { Unmanaged<InputScope>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a reducer with inputs.
  package static func run<Value, Failure: Error>(
    with inputs: ActionInputs, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try InputScope(inputs).run(body)
  }

  /// Starts again with other inputs.
  package func restart(with inputs: ActionInputs) {
    self.inputs = inputs
    count = 0
    isUsed = false
  }

  /// Runs a reducer in this scope.
  package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let outer = enter()
    defer { leave(to: outer) }
    return try body()
  }

  /// The scope around another one, to return to.
  package struct Outer {
    fileprivate let pointer: UnsafeMutableRawPointer?
  }

  /// Starts a reducer in this scope, which must exist until `leave(to:)`.
  ///
  /// A replay makes both calls for each action: `run` takes 340 instructions, since a closure's result isn't known here.
  package func enter() -> Outer {
    let outer = Outer(pointer: InputScope.ofThread.value)
    InputScope.ofThread.value = Unmanaged.passUnretained(self).toOpaque()
    return outer
  }

  /// Ends the reducer that `enter()` started.
  package func leave(to outer: Outer) { InputScope.ofThread.value = outer.pointer }

  /// The inputs, for a reducer that asks for them.
  func use() -> ActionInputs? {
    isUsed = true
    return inputs
  }

  /// The next sixteen bytes; `nil` for the system's.
  func nextBlock() -> StateHash? {
    guard let inputs = use() else { return nil }
    defer { count += 1 }
    return inputs.block(count)
  }
}
