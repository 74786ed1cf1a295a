import StateCoding

/// Recording single actions, for stores whose reducer you can't wrap.
extension Recorder {
  /// Records an action around the code that reduces it.
  ///
  ///     try recorder.record(action, in: &state) { state in try state.apply(action) }
  ///
  /// - Parameters:
  ///   - action: The action, as it reaches the reducer.
  ///   - state: The state, which `change` changes.
  ///   - site: Where in the code it was dispatched, such as `Cart.swift:12`.
  ///   - change: Reduces the action.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws, and nothing else. The journal holds the error's type.
  @discardableResult
  public func record<State: Encodable, Action, Output, Failure: Error>(
    _ action: @autoclosure () -> Action, in state: inout State, site: String? = nil,
    _ change: (inout State) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let recorded = begin(action(), in: state, site: site)
    let output: Output
    do throws(Failure) {
      output = try recorded.withInputs { () throws(Failure) in try change(&state) }
    } catch {
      finish(recorded, in: state, error: error)
      throw error
    }
    finish(recorded, in: state)
    return output
  }

  /// Records an action around the code that changes an object, whose stored properties are recorded by reflection.
  ///
  ///     func send(_ action: PlayerAction) {
  ///       recorder.record(action, reflecting: self) { apply(action) }
  ///     }
  ///
  /// Call it on the actor of the object. It leaves out actors, objects of the toolchain, and objects that hold a lock, a queue
  /// or an atomic, also the model itself, unless they conform to `ReadByReflection`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - model: The object that `change` changes.
  ///   - site: Where in the code it was dispatched, such as `Cart.swift:12`.
  ///   - change: Performs the action.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws, and nothing else. The journal holds the error's type.
  @discardableResult
  public func record<Action, Output, Failure: Error>(
    _ action: @autoclosure () -> Action, reflecting model: AnyObject, site: String? = nil,
    _ change: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let recorded = begin(action(), reflecting: model, site: site)
    let output: Output
    do throws(Failure) {
      output = try recorded.withInputs(change)
    } catch {
      finish(recorded, reflecting: model, error: error)
      throw error
    }
    finish(recorded, reflecting: model)
    return output
  }

  /// Records an action that changes no state by itself, such as one that starts an effect.
  ///
  ///     func mutate(action: Action) -> Observable<Mutation> {
  ///       withDispatch {
  ///         recorder.record(action)
  ///         …
  ///
  /// Dispatches inside that dispatch, and with its `ActionCause`, have the action as their cause. No replay reduces it. Before the session's first
  /// state, the call does nothing; `start(_:)` records that state. While a reducer runs, the recorder leaves the
  /// action out and reports that.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - site: Where in the code it was dispatched, such as `Cart.swift:12`.
  public func record<Action>(_ action: @autoclosure () -> Action, site: String? = nil) {
    let action = action()
    run { core in core.note(action, core.kind(of: Action.self, in: slice), site: site) }
  }

  /// Records the session's first state. A wrapped reducer doesn't need this call: its first action records the state.
  public func start(_ state: some Encodable) {
    observe(first: { state })
    run { core in
      guard let slice else { return core.start(state) }
      core.start(core.whole(state, of: slice))
    }
  }

  // MARK: In two calls

  /// Writes an action to the journal before its reducer runs; `finish` completes it.
  ///
  /// An action that begins during another, on the same thread and with a state, is recorded as caused by it. The outer one's
  /// record ends with the state at that time; what it changes afterwards is a step of its own, `TYPE (continued)`.
  ///
  /// Use it where a closure can't surround the reducer; elsewhere, call ``record(_:in:site:_:)``.
  ///
  ///     let recorded = recorder.begin(action, in: state)
  ///     reduce(&state, action)
  ///     recorder.finish(recorded, in: state)
  ///
  /// - Parameters:
  ///   - action: The action, as it reaches the reducer.
  ///   - state: The state before it; `nil` in a store that has none yet.
  ///   - site: Where in the code it was dispatched, such as `Cart.swift:12`.
  /// - Returns: The running action, to pass to `finish` after the reducer.
  public func begin<Action>(
    _ action: @autoclosure () -> Action, in state: (some Encodable)?, site: String? = nil
  ) -> RecordedAction {
    // A plain parameter would open an `any Action`, and the journal would lack the name of the action's type.
    let action = action()
    if let state { observe(first: { state }) }
    let begun = run { core in
      let kind = core.kind(of: Action.self, in: slice)
      guard let state else { return core.begin(action, kind, site: site, nests: true) }
      return core.begin(action, kind, in: { state }, site: site, nests: true)
    }
    return RecordedAction(begun, by: self)
  }

  /// Writes the outcome of an action.
  ///
  /// - Parameters:
  ///   - action: The value that `begin` returned.
  ///   - state: The state after the reducer.
  ///   - error: The error that the reducer threw.
  public func finish(_ action: consuming RecordedAction, in state: some Encodable, error: (any Error)? = nil) {
    guard let ticket = action.redeem() else {
      // The action wasn't recorded, but the next record of any slice needs its state.
      if let slice { run { _ = $0.whole(state, of: slice) } }
      return
    }
    run { $0.finish(ticket, state, of: slice, error: error) }
  }

  /// Begins an action, as `begin(_:in:site:)` does, with a state that isn't `Encodable`, such as a class.
  public func begin<Action>(
    _ action: @autoclosure () -> Action, reflecting state: Any, site: String? = nil
  ) -> RecordedAction {
    begin(action(), in: Reflected(state, sharing: reflections), site: site)
  }

  /// Finishes an action, as `finish(_:in:error:)` does, with a state that isn't `Encodable`.
  public func finish(_ action: consuming RecordedAction, reflecting state: Any, error: (any Error)? = nil) {
    finish(action, in: Reflected(state, sharing: reflections), error: error)
  }

  // MARK: For wrapped reducers

  /// Begins an action whose kind is cached.
  ///
  /// It evaluates the state only if the recorder doesn't know it from the last action.
  func begin<Action>(
    _ action: Action, _ kind: ActionKind<Action>, in state: @autoclosure () -> any Encodable
  ) -> RecordedAction {
    observe(first: state)
    // The reducers of two slices are never one around the other: they have states of their own.
    let begun = run { $0.begin(action, kind, in: state, site: nil, nests: slice != nil) }
    return RecordedAction(begun, by: self)
  }

  /// Reports that a reducer used inputs that the session doesn't record.
  func noteUndeclaredInputs(of ticket: Int) {
    run { $0.noteUndeclaredInputs(of: ticket) }
  }

  func abandon(_ ticket: Int) {
    run { $0.abandon(ticket) }
  }
}
