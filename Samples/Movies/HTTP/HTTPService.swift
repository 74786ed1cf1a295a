public import Foundation
public import Movies

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The service on the network, asked with `URLSession`.
public struct HTTPService: MovieService {
  private let address: URL
  private let session: URLSession
  private let timeout: TimeInterval

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - address: What its paths are below.
  ///   - session: What connects.
  ///   - timeout: How long an answer may keep silent, in seconds, of which there may be a part more.
  public init(address: URL, session: URLSession = .shared, timeout: TimeInterval = 30) {
    self.address = address
    self.session = session
    self.timeout = timeout
  }

  /// Asks, and takes an answer with a status from 200 to 299.
  ///
  /// - Throws: Why there is no such answer. A task that is cancelled gives up its connection, and gets `cancelled`.
  public func response(to endpoint: Endpoint) async throws(ServiceError) -> Data {
    let path = endpoint.path
    var request = URLRequest(url: url(of: endpoint))
    // On Linux only whole seconds count, and with none every answer is too late.
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
    // A plus stays as it is in a query, and many a service reads it as a space.
    components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
    return components.url ?? url
  }

  private static func failure(_ error: any Error, path: String) -> ServiceError {
    if error is CancellationError { return .cancelled(path: path) }
    guard let error = error as? URLError else { return .unreachable(path: path, reason: "\(error)") }
    return switch error.code {
    case .timedOut: .timedOut(path: path)
    case .cancelled: .cancelled(path: path)
    case .cannotConnectToHost: .unreachable(path: path, reason: "nobody answers there")
    case .cannotFindHost, .dnsLookupFailed: .unreachable(path: path, reason: "there is no such host")
    // On Linux an answer that ends too soon is `unknown`, and a connection that ends without one a bad response.
    case .networkConnectionLost, .badServerResponse, .unknown:
      .unreachable(path: path, reason: "the connection broke off")
    default: .unreachable(path: path, reason: "URLError \(error.errorCode)")
    }
  }
}
