import Dispatch
public import ReduxPersistence
public import ReduxStore
import Synchronization

/// The app's store: reduces plain actions on one queue and runs async actions beside it.
///
/// An app uses the default, the main queue. A command-line process that doesn't run the main queue passes its own and
/// waits:
///
///     let store = MovieStore(service: service, queue: .serial("movies"))
///     store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
///     store.waitUntilIdle()
public final class MovieStore: Sendable {
  /// Running work.
  private struct Job: Sendable {
    let number: Int
    let isAwaited: @Sendable (AppState) -> Bool
    let task: Task<Void, Never>
  }

  /// The action that restores the state. Reducers never see it.
  private struct Launch: Action {}

  /// Holds the state, for subscribers, which it calls on the queue, and for a timeline.
  public let store: Store<AppState, any Action>
  private let service: any MovieService
  private let queue: DispatchQueue
  /// Tracks dispatched actions and work that haven't finished.
  private let unfinished = DispatchGroup()
  /// Running work by its request. Only turns on the queue use it, so a request never overlaps an answer.
  private let jobs = Mutex<[AnyHashable: Job]>([:])
  private let jobCount = Atomic(0)

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - service: The service for async actions.
  ///   - queue: The queue for reducing.
  ///   - persister: Stores the state, if given, and restores it before any action.
  ///   - reducer: The root reducer, or a recorder around it.
  public init(
    service: any MovieService, queue: ReducingQueue = .main, persister: Persister<AppState, any Action>? = nil,
    reducer: @escaping @Sendable (AppState, any Action) -> AppState = appReducer
  ) {
    store = Store(
      initialState: AppState(),
      reducer: Reducer { state, action in if !(action is Launch) { state = reducer(state, action) } },
      middleware: persister.map { [$0.middleware(restoringAt: { $0 is Launch })] } ?? [])
    self.service = service
    self.queue = queue.queue
    if persister != nil { dispatch(action: Launch()) }
  }

  /// The current state.
  public var state: AppState { store.state }

  /// Dispatches an action from any thread and returns at once.
  ///
  /// Actions are reduced in the order of their dispatch, an async action as its request.
  public func dispatch(action: any Action) {
    takeTurn { [self] in
      guard let action = action as? any AsyncAction else { return reduce(action) }
      if let work = store.withState({ action.work(in: $0) }) { begin(work) }
    }
  }

  private func takeTurn(_ body: @escaping @Sendable () -> Void) {
    unfinished.enter()
    queue.async { [unfinished] in
      body()
      unfinished.leave()
    }
  }

  /// Starts work, unless equal work runs: then its answer counts for this request, too.
  ///
  /// The job is registered before its request is reduced, and its answer takes a later turn.
  private func begin(_ work: Work) {
    jobs.withLock { jobs in
      let request = AnyHashable(work.request)
      if jobs[request] == nil { jobs[request] = start(work) }
    }
    reduce(work.request)
  }

  private func start(_ work: Work) -> Job {
    let number = jobCount.add(1, ordering: .relaxed).newValue
    unfinished.enter()
    let task = Task { [self] in
      let answer = await work.execute(service)
      takeTurn { [self] in
        if end(number, of: work) { reduce(answer) }
      }
      unfinished.leave()
    }
    return Job(number: number, isAwaited: work.isAwaited, task: task)
  }

  /// Ends a job and returns whether its answer counts.
  ///
  /// It doesn't if the job was cancelled and the state awaits the same request again. Either a new request will bring
  /// the answer, or the state was rewound.
  private func end(_ number: Int, of work: Work) -> Bool {
    let wasCancelled = jobs.withLock { jobs in
      let request = AnyHashable(work.request)
      guard jobs[request]?.number == number else { return true }
      jobs[request] = nil
      return false
    }
    return !wasCancelled || !store.withState { work.isAwaited($0) }
  }

  /// Reduces an action and cancels work that the state no longer awaits, such as an outdated search.
  private func reduce(_ action: any Action) {
    store.dispatch(action)
    let obsolete = jobs.withLock { jobs in
      let obsolete = jobs.filter { job in !store.withState { job.value.isAwaited($0) } }
      for request in obsolete.keys { jobs[request] = nil }
      return obsolete.values.map(\.task)
    }
    for task in obsolete { task.cancel() }
  }

  /// Returns when all dispatched actions and everything that followed from them are done.
  public func idle() async {
    await withCheckedContinuation { continuation in
      unfinished.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// The blocking variant of `idle()`.
  ///
  /// On the store's own queue, or on the main thread if that is the queue, it would deadlock, so it stops the process.
  public func waitUntilIdle() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    unfinished.wait()
  }
}
