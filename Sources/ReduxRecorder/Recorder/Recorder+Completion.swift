import StateCoding

/// Recording actions in stores that call an observer before an action, and a closure of it afterwards.
extension Recorder {
  /// Writes an action before its reducer runs, as `begin(_:in:site:)` does, and returns a closure that completes it.
  ///
  ///     func willApply(_ action: Action, to state: State) -> (State) -> Void {
  ///       recorder.completion(of: action, in: state)
  ///     }
  ///
  /// A closure surrounds no reducer: such an action has no error, and its reducer gets no recorded inputs. Use `begin` and `finish`
  /// where you can.
  ///
  /// An `Encodable` state is recorded by its encoding, any other by reflection. If the closure is dropped without a call, the
  /// journal shows the action as interrupted and the recorder reports a failure.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state before it.
  ///   - site: Where in the code it was dispatched, such as `Cart.swift:12`.
  /// - Returns: A closure that takes the state after the action. Later calls do nothing.
  public func completion<State, Action>(
    of action: @autoclosure () -> Action, in state: State, site: String? = nil
  ) -> (State) -> Void {
    func encodable(_ state: State) -> any Encodable {
      state as? any Encodable ?? Reflected(state, sharing: reflections)
    }
    let pending = PendingAction(begin(action(), in: encodable(state), site: site))
    return { state in pending.finish { self.finish($0, in: encodable(state)) } }
  }
}

/// An action that waits for a closure to complete it.
private final class PendingAction {
  private var action: RecordedAction?

  init(_ action: consuming RecordedAction) { self.action = consume action }

  func finish(_ body: (consuming RecordedAction) -> Void) {
    guard let action = action.take() else { return }
    body(action)
  }
}
