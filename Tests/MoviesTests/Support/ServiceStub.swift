import Foundation
import Movies
import Synchronization

/// A service with one answer to everything, which counts its calls.
final class ServiceStub: MovieService {
  private let answer: @Sendable () throws(ServiceError) -> Data
  private let count = Atomic<Int>(0)

  init(_ answer: @escaping @Sendable () throws(ServiceError) -> Data) { self.answer = answer }

  convenience init(_ text: String) { self.init { () throws(ServiceError) in Data(text.utf8) } }

  /// The number of calls.
  var calls: Int { count.load(ordering: .relaxed) }

  func response(to endpoint: Endpoint) async throws(ServiceError) -> Data {
    count.add(1, ordering: .relaxed)
    return try answer()
  }
}
