import Dispatch
public import ReduxStore
import Synchronization

/// The app's store: it reduces plain actions on one queue, and lets async actions work beside it.
///
/// An app takes the main queue, and need not say so. A command-line process has nobody who serves it. It gives the store a
/// queue, and waits:
///
///     let store = MovieStore(service: service, queue: .serial("movies"))
///     store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
///     store.waitUntilIdle()
public final class MovieStore: Sendable {
  /// What holds the state: for subscribers, who are called on the queue, and for a timeline that shows the past.
  public let store: Store<AppState, any Action>
  private let service: any MovieService
  private let queue: DispatchQueue
  /// What was dispatched and is not done.
  private let work = DispatchGroup()
  /// The async actions that are at work.
  private let running = Mutex<Set<AnyHashable>>([])

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: Where it begins: with what was archived, or with nothing.
  ///   - service: What async actions ask.
  ///   - queue: Where it reduces.
  ///   - reducer: The root reducer, or a recorder around it.
  public init(
    state: AppState = AppState(), service: any MovieService, queue: ReducingQueue = .main,
    reducer: @escaping @Sendable (AppState, any Action) -> AppState = appReducer
  ) {
    store = Store(initialState: state, reducer: Reducer { state, action in state = reducer(state, action) })
    self.service = service
    self.queue = queue.queue
  }

  /// The state that the last action has led to.
  public var state: AppState { store.state }

  /// Sends an action, from any thread, and returns at once. Actions are reduced in the order in which they are sent, an
  /// async one as what it requests.
  public func dispatch(action: any Action) {
    work.enter()
    queue.async { [self] in
      if let action = action as? any AsyncAction { start(action) } else { store.dispatch(action) }
      work.leave()
    }
  }

  private func start(_ action: some AsyncAction) {
    guard let request = store.withState({ action.request(in: $0) }) else { return }
    store.dispatch(request)
    // The answer that is on its way to an equal one is the answer to this one, too.
    guard running.withLock({ $0.insert(action).inserted }) else { return }
    work.enter()
    Task { [self] in
      let answer = await action.execute(service: service)
      // Before the answer is reduced: who asks after that must be answered once more.
      running.withLock { _ = $0.remove(action) }
      dispatch(action: answer)
      work.leave()
    }
  }

  /// Returns when all that was dispatched has been reduced, with all that came of it, and no async action works.
  public func idle() async {
    await withCheckedContinuation { continuation in
      work.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// The same for code that isn't `async`. On the queue itself, or on the main thread if that is the queue, it would wait
  /// for ever, and stops the process instead.
  public func waitUntilIdle() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    work.wait()
  }
}
