import StateTree

/// Wrapping a root reducer whose state is not `Encodable`: what the runtime shows of the state is recorded.
///
/// Such a journal is there to be read: states have hashes, tell what changed and can be shown where the journal holds them,
/// but nothing can be decoded from them, so nothing is replayed. Reflection takes several times as long as an encoding.
extension Recorder {
  /// A reducer that does what another does, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (inout State, Action) -> Void
  ) -> (inout State, Action) -> Void {
    recording(reducer, projecting: { Reflected($0) })
  }

  /// A reducer that does what another does and returns what it returns, and records it.
  public func recording<State, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output
  ) -> (inout State, Action) -> Output {
    recording(reducer, projecting: { Reflected($0) })
  }

  /// A reducer that does what another does on any thread, and records it.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void {
    recording(reducer, projecting: { Reflected($0) })
  }

  /// A reducer that does what another does, and records it together with what it throws.
  public func recording<State, Action>(
    _ reducer: @escaping (inout State, Action) throws -> Void
  ) -> (inout State, Action) throws -> Void {
    recording(reducer, projecting: { Reflected($0) })
  }

  /// A reducer that returns the next state, as another does, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    recording(reducer, projecting: { Reflected($0) })
  }

  /// A reducer in ReSwift's shape, which makes the initial state of no state, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    recording(reducer, projecting: { Reflected($0) })
  }

  // MARK: A pair of calls

  /// Does what `begin(_:in:)` does, for a state that is not `Encodable`: a model that is a class, for one.
  ///
  ///     func send(_ action: PlayerAction) {
  ///       let recorded = recorder.begin(action, reflecting: self)
  ///       apply(action)
  ///       recorder.finish(recorded, reflecting: self)
  ///     }
  ///
  /// - Parameters:
  ///   - action: The action, as it reaches the reducer.
  ///   - state: The state before it.
  ///   - site: Where in the code it was dispatched, if that is known.
  /// - Returns: What `finish(_:reflecting:)` takes.
  public func begin<Action>(
    _ action: @autoclosure () -> Action, reflecting state: Any, site: String? = nil
  ) -> RecordedAction {
    begin(action(), in: Reflected(state), site: site)
  }

  /// Writes down what an action led to, by what the runtime shows of the state.
  public func finish(_ action: consuming RecordedAction, reflecting state: Any, error: (any Error)? = nil) {
    finish(action, in: Reflected(state), error: error)
  }
}

extension Recorder: CustomReflectable {
  /// Shows nothing: the recorder of a model that is recorded by reflection is no part of the model's state.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
