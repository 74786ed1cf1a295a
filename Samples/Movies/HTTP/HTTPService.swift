public import Foundation
public import Movies

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A movie service over HTTP, using `URLSession`.
public struct HTTPService: MovieService {
  private let address: URL
  private let session: URLSession
  private let timeout: TimeInterval

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - address: The base URL of all paths.
  ///   - session: The session that connects.
  ///   - timeout: How long the server may stay silent, in seconds; on Linux rounded up to whole seconds.
  public init(address: URL, session: URLSession = .shared, timeout: TimeInterval = 30) {
    self.address = address
    self.session = session
    self.timeout = timeout
  }

  /// Sends the request and returns a response with a status from 200 to 299.
  ///
  /// - Throws: The reason for any other outcome. A cancelled task closes its connection and throws `cancelled`.
  public func response(to endpoint: Endpoint) async throws(ServiceError) -> Data {
    let path = endpoint.path
    var request = URLRequest(url: url(of: endpoint))
    // Linux counts only whole seconds, and with 0 every response is too late.
    request.timeoutInterval = timeout.rounded(.up)
    let (data, response): (Data, URLResponse)
    do {
      (data, response) = try await session.data(for: request)
    } catch {
      throw HTTPService.failure(error, path: path)
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    switch status {
    case 200...299: return data
    case 404: throw .notFound(path: path)
    default: throw .refused(path: path, status: status)
    }
  }

  private func url(of endpoint: Endpoint) -> URL {
    let url = address.appending(path: endpoint.path)
    guard !endpoint.query.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url
    }
    components.queryItems = endpoint.query.map { URLQueryItem(name: $0.name, value: $0.value) }
    // A query keeps a plus as it is, but many services read it as a space.
    components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
    return components.url ?? url
  }

  private static func failure(_ error: any Error, path: String) -> ServiceError {
    if error is CancellationError { return .cancelled(path: path) }
    guard let error = error as? URLError else { return .unreachable(path: path, reason: "\(error)") }
    return switch error.code {
    case .timedOut: .timedOut(path: path)
    case .cancelled: .cancelled(path: path)
    case .cannotConnectToHost: .unreachable(path: path, reason: "the host doesn't answer")
    case .cannotFindHost, .dnsLookupFailed: .unreachable(path: path, reason: "no such host")
    // On Linux, a truncated response is `unknown`, and a connection closed without one is a bad response.
    case .networkConnectionLost, .badServerResponse, .unknown:
      .unreachable(path: path, reason: "the connection broke off")
    default: .unreachable(path: path, reason: "URLError \(error.errorCode)")
    }
  }
}
