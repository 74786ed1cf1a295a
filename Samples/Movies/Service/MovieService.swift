public import StateCoding

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A service for films. Its answers are JSON with snake-case names such as `total_pages`.
public protocol MovieService: Sendable {
  /// Returns the raw answer to a request.
  ///
  /// - Throws: The reason for the failure.
  func response(to endpoint: Endpoint) async throws(ServiceError) -> Data
}

extension MovieService {
  /// Returns the decoded answer or the error, in the form that an action carries.
  public func load<Answer: Decodable>(_ endpoint: Endpoint) async -> CodableResult<Answer, ServiceError> {
    do throws(ServiceError) {
      return .success(try decode(try await response(to: endpoint), from: endpoint))
    } catch {
      return .failure(error)
    }
  }

  private func decode<Answer: Decodable>(_ data: Data, from endpoint: Endpoint) throws(ServiceError) -> Answer {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Answer.self, from: data)
    } catch {
      throw .unreadable(path: endpoint.path, reason: reason(of: error))
    }
  }

  /// Describes what is wrong with an answer, and where.
  private func reason(of error: any Error) -> String {
    let (problem, path): (String, [any CodingKey]) =
      switch error {
      case DecodingError.keyNotFound(let key, let context): ("no \"\(key.stringValue)\"", context.codingPath)
      case DecodingError.valueNotFound(_, let context): ("no value", context.codingPath)
      case DecodingError.typeMismatch(let type, let context): ("expected \(type)", context.codingPath)
      case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: ("it isn't JSON", [])
      case DecodingError.dataCorrupted(let context): (context.debugDescription, context.codingPath)
      default: ("\(error)", [])
      }
    let place = path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    return place.isEmpty ? problem : "\(problem) at \(place)"
  }
}
