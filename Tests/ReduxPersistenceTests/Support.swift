import ReduxPersistence
import ReduxStore
import StateTable
import Synchronization
import TestSupport

/// The state of a small news reader, with its actions.
struct NewsState: Codable, Equatable, Sendable {
  var user: User?
  var posts: EntityTable<Post> = []
  /// The screen, which is not kept.
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
  case restored([String])
  case signIn(String)
  case signOut
  case post(Int, String)
  case menu(Bool)
}

let newsReducer = Reducer<NewsState, NewsAction> { state, action in
  switch action {
  case .launch, .restored: break
  case .signIn(let name): state.user = .init(name: name)
  case .signOut: state.user = nil
  case .post(let id, let title): state.posts[id: id] = .init(id: id, title: title)
  case .menu(let isOpen): state.isMenuOpen = isOpen
  }
}

/// A persistence that keeps a value in memory, logs its calls, and can be made to fail.
final class MemorySlice<Value: Codable & Sendable & Equatable>: SlicePersistence {
  let name: String
  let transaction: (any PersistenceTransaction)?
  private let contents: Mutex<(stored: RestoredSlice<Value>, log: [Value], error: PersistenceError?)>

  init(_ name: String, _ stored: RestoredSlice<Value> = .absent, in transaction: (any PersistenceTransaction)? = nil) {
    self.name = name
    self.transaction = transaction
    contents = Mutex((stored, [], nil))
  }

  /// The stored values, in order.
  var log: [Value] { contents.withLock { $0.log } }

  /// Makes later calls fail, or succeed again.
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

/// A slow persistence of a user.
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

  /// The names of the stored users.
  var log: [String] { names.values }

  func restore() throws(PersistenceError) -> RestoredSlice<NewsState.User?> {
    whileReading()
    // Long enough for a caller that doesn't wait to finish.
    Platform.sleep(milliseconds: 50)
    return .restored(restored)
  }

  func store(_ value: NewsState.User?) throws(PersistenceError) {
    whileStoring()
    names.append(value?.name ?? "")
  }
}

/// A transaction that logs its begin and end.
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
