/// The reason for a failed request, as detailed as screens, state, and journal need.
public enum ServiceError: Error, Codable, Hashable, Sendable {
  /// The service doesn't know the path.
  case notFound(path: String)
  /// The service refused the request.
  case refused(path: String, status: Int)
  /// The answer can't be decoded.
  case unreadable(path: String, reason: String)
  /// The request timed out.
  case timedOut(path: String)
  /// The app cancelled the request.
  case cancelled(path: String)
  /// The service can't be reached, or the connection broke.
  case unreachable(path: String, reason: String)
}

extension ServiceError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .notFound(let path): "the service has no \(path)"
    case .refused(let path, let status): "the service answers \(path) with status \(status)"
    case .unreadable(let path, let reason): "the answer to \(path) can't be read: \(reason)"
    case .timedOut(let path): "the service takes too long to answer \(path)"
    case .cancelled(let path): "the request for \(path) was cancelled"
    case .unreachable(let path, let reason): "can't ask the service for \(path): \(reason)"
    }
  }
}
