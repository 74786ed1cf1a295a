/// An error of reading or storing slices; what is stored stays as it is.
public struct PersistenceError: Error, Hashable, Sendable {
  /// The kinds of failures.
  public enum Problem: Hashable, Sendable {
    /// The system refused an operation, such as `open` or `rename`.
    case io(operation: String, reason: String)
    /// Another process, or another object in this process, has it open.
    case inUse
    /// The value can't be encoded.
    case encoding(reason: String)
    /// A database refused a statement.
    case database(statement: String, reason: String)
    /// A secret store refused an operation.
    case secretStore(reason: String)
    /// The slice could not be read at launch, so it isn't overwritten.
    case notRestored
    /// The launch action was not dispatched yet, so nothing is stored.
    case notLaunched
  }

  /// The failure.
  public let problem: Problem
  /// The path, or the name in a secret store.
  public let place: String

  /// Makes an error.
  public init(_ problem: Problem, place: String) {
    self.problem = problem
    self.place = place
  }
}

extension PersistenceError: CustomStringConvertible {
  /// The place, the failure, and what to do about it.
  public var description: String {
    switch problem {
    case .io(let operation, let reason): "\(place): \(operation): \(reason)"
    case .inUse: "\(place): already open in this or another process; open it once and share the object"
    case .encoding(let reason): "\(place): the value can't be encoded: \(reason)"
    case .database(let statement, let reason): "\(place): \(reason), in: \(statement)"
    case .secretStore(let reason): "\(place): \(reason)"
    case .notRestored: "\(place): not stored: the stored value could not be read at launch and is not overwritten"
    case .notLaunched: "\(place): not stored: nothing was restored yet; dispatch the launch action first"
    }
  }
}
