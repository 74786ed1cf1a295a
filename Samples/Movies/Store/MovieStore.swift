import Dispatch
public import ReduxPersistence
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
  /// Work that is being done.
  private struct Job: Sendable {
    let number: Int
    let isAwaited: @Sendable (AppState) -> Bool
    let task: Task<Void, Never>
  }

  /// The action that restores the state. No reducer sees it.
  private struct Launch: Action {}

  /// What holds the state: for subscribers, who are called on the queue, and for a timeline that shows the past.
  public let store: Store<AppState, any Action>
  private let service: any MovieService
  private let queue: DispatchQueue
  /// What was dispatched and is not done.
  private let unfinished = DispatchGroup()
  /// What is being done, by what was requested. It is used in turns alone, so that a request comes wholly before an answer
  /// or wholly after it.
  private let jobs = Mutex<[AnyHashable: Job]>([:])
  private let jobCount = Atomic(0)

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - service: What async actions ask.
  ///   - queue: Where it reduces.
  ///   - persister: What keeps the state, if anything does: before any action, the state is restored.
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

  /// The state that the last action has led to.
  public var state: AppState { store.state }

  /// Sends an action, from any thread, and returns at once. Actions are reduced in the order in which they are sent, an
  /// async one as what it requests.
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

  /// Has work done, unless the same is being done: then its answer is the answer to this request, too. The job is noted
  /// before its request is reduced, and its answer takes a later turn.
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

  /// Notes that a job is done; `false` if it was cancelled, and the state waits for the same again: it was asked for anew, and
  /// that will have an answer, or the state was rewound to.
  private func end(_ number: Int, of work: Work) -> Bool {
    let wasCancelled = jobs.withLock { jobs in
      let request = AnyHashable(work.request)
      guard jobs[request]?.number == number else { return true }
      jobs[request] = nil
      return false
    }
    return !wasCancelled || !store.withState { work.isAwaited($0) }
  }

  /// Reduces an action, and cancels what the state waits for no longer: what is searched for, when something else is.
  private func reduce(_ action: any Action) {
    store.dispatch(action)
    let obsolete = jobs.withLock { jobs in
      let obsolete = jobs.filter { job in !store.withState { job.value.isAwaited($0) } }
      for request in obsolete.keys { jobs[request] = nil }
      return obsolete.values.map(\.task)
    }
    for task in obsolete { task.cancel() }
  }

  /// Returns when all that was dispatched has been reduced, with all that came of it, and no async action works.
  public func idle() async {
    await withCheckedContinuation { continuation in
      unfinished.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// The same for code that isn't `async`. On the queue itself, or on the main thread if that is the queue, it would wait
  /// for ever, and stops the process instead.
  public func waitUntilIdle() {
    dispatchPrecondition(condition: .notOnQueue(queue))
    unfinished.wait()
  }
}
