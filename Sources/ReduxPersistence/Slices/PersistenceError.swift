/// Why something could not be read or stored now; what is stored stays as it is.
public struct PersistenceError: Error, Hashable, Sendable {
  /// What the failure is of.
  public enum Problem: Hashable, Sendable {
    /// The system refused an operation, such as `open` or `rename`.
    case io(operation: String, reason: String)
    /// Another process has it open, or another object of this one.
    case inUse
    /// The value can't be encoded.
    case encoding(reason: String)
    /// A database refused a statement.
    case database(statement: String, reason: String)
    /// A secret store refused.
    case secretStore(reason: String)
    /// The slice could not be read at launch, so nothing is stored over what is there.
    case notRestored
    /// The launch was not dispatched yet, so nothing is stored.
    case notLaunched
  }

  /// What happened.
  public let problem: Problem
  /// Where: a path, or a name in a secret store.
  public let place: String

  /// Makes an error.
  public init(_ problem: Problem, place: String) {
    self.problem = problem
    self.place = place
  }
}

extension PersistenceError: CustomStringConvertible {
  /// Where, what happened, and what to do if there is anything.
  public var description: String {
    switch problem {
    case .io(let operation, let reason): "\(place): \(operation): \(reason)"
    case .inUse: "\(place): it is in use, here or in another process; open it once, and share that"
    case .encoding(let reason): "\(place): the value can't be encoded: \(reason)"
    case .database(let statement, let reason): "\(place): \(reason), in: \(statement)"
    case .secretStore(let reason): "\(place): \(reason)"
    case .notRestored: "\(place): what is there could not be read at launch, so nothing is stored over it"
    case .notLaunched: "\(place): not stored, because nothing was restored yet; dispatch the launch first"
    }
  }
}
