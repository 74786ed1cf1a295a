/// Why there is no answer, as far as a screen, a state and a journal need to know.
public enum ServiceError: Error, Codable, Hashable, Sendable {
  /// The service knows nothing of that name.
  case notFound(path: String)
  /// The service can't, or doesn't want to.
  case refused(path: String, status: Int)
  /// There is an answer, but not one that the app understands.
  case unreadable(path: String, reason: String)
  /// It took too long.
  case timedOut(path: String)
  /// Nobody wants the answer any more.
  case cancelled(path: String)
  /// The service can't be reached, or the connection broke off.
  case unreachable(path: String, reason: String)
}

extension ServiceError: CustomStringConvertible {
  /// What went wrong, in a sentence.
  public var description: String {
    switch self {
    case .notFound(let path): "the service has no \(path)"
    case .refused(let path, let status): "the service answers \(path) with status \(status)"
    case .unreadable(let path, let reason): "the answer to \(path) can't be read: \(reason)"
    case .timedOut(let path): "the service takes too long to answer \(path)"
    case .cancelled(let path): "nobody waits for \(path) any more"
    case .unreachable(let path, let reason): "the service can't be asked for \(path): \(reason)"
    }
  }
}
