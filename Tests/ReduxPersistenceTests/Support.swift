import ReduxPersistence
import ReduxStore
import StateTree
import Synchronization
import TestSupport

/// The state of a small reader of news, and what can happen to it.
struct NewsState: Codable, Equatable, Sendable {
  var user: User?
  var posts: EntityTable<Post> = []
  /// What is on screen is kept nowhere.
  var isMenuOpen = false

  struct User: Codable, Equatable, Sendable {
    var name: String
  }

  struct Post: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var title: String
  }
}

enum NewsAction: Codable, Equatable, Sendable {
  case launch
  case told([String])
  case signIn(String)
  case signOut
  case post(Int, String)
  case menu(Bool)
}

let newsReducer = Reducer<NewsState, NewsAction> { state, action in
  switch action {
  case .launch, .told: break
  case .signIn(let name): state.user = .init(name: name)
  case .signOut: state.user = nil
  case .post(let id, let title): state.posts[id: id] = .init(id: id, title: title)
  case .menu(let isOpen): state.isMenuOpen = isOpen
  }
}

/// A place that keeps a value in memory, notes what is asked of it, and fails when it is told to.
final class MemorySlice<Value: Codable & Sendable & Equatable>: SlicePersistence {
  let name: String
  let transaction: (any PersistenceTransaction)?
  private let contents: Mutex<(stored: RestoredSlice<Value>, log: [Value], error: PersistenceError?)>

  init(_ name: String, _ stored: RestoredSlice<Value> = .absent, in transaction: (any PersistenceTransaction)? = nil) {
    self.name = name
    self.transaction = transaction
    contents = Mutex((stored, [], nil))
  }

  /// What was stored, one after the other.
  var log: [Value] { contents.withLock { $0.log } }

  /// Makes all that comes fail, or nothing any longer.
  func fail(with error: PersistenceError?) { contents.withLock { $0.error = error } }

  func restore() throws(PersistenceError) -> RestoredSlice<Value> {
    let (stored, error) = contents.withLock { ($0.stored, $0.error) }
    if let error { throw error }
    return stored
  }

  func store(_ value: Value) throws(PersistenceError) {
    if let error = contents.withLock({ $0.error }) { throw error }
    contents.withLock { $0.log.append(value) }
  }
}

/// A place of a user that takes its time.
final class SlowSlice: SlicePersistence {
  let name = "user"
  private let restored: NewsState.User
  private let whileReading: @Sendable () -> Void
  private let whileStoring: @Sendable () -> Void
  private let names = Log<String>()

  init(
    _ restored: NewsState.User, whileReading: @escaping @Sendable () -> Void = {},
    whileStoring: @escaping @Sendable () -> Void = {}
  ) {
    self.restored = restored
    self.whileReading = whileReading
    self.whileStoring = whileStoring
  }

  /// The names of the users that were stored.
  var log: [String] { names.values }

  func restore() throws(PersistenceError) -> RestoredSlice<NewsState.User?> {
    whileReading()
    // Long enough for somebody who doesn't wait to be through.
    Platform.sleep(milliseconds: 50)
    return .restored(restored)
  }

  func store(_ value: NewsState.User?) throws(PersistenceError) {
    whileStoring()
    names.append(value?.name ?? "")
  }
}

/// A transaction that notes when it begins and how it ends.
final class MemoryTransaction: PersistenceTransaction {
  private let contents = Mutex([String]())

  var log: [String] { contents.withLock { $0 } }

  func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
    contents.withLock { $0.append("begin") }
    do {
      try body()
      contents.withLock { $0.append("commit") }
    } catch {
      contents.withLock { $0.append("rollback") }
      throw error
    }
  }
}
