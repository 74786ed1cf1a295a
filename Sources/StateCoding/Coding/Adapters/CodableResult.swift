/// A Codable `Result`, for actions and states.
///
///     enum FilmAction: Codable {
///       case load
///       case loaded(CodableResult<Film, CodableError>)
///     }
///
///     await send(.loaded(CodableResult { try await api.film() }))
///
/// It encodes as `{"success": {"_0": …}}` or `{"failure": {"_0": …}}`, like a synthesised conformance and like a `Result`
/// that is recorded by reflection. It is Codable if both of its parts are. Use `CodableError` for errors of any type.
@frozen public enum CodableResult<Success, Failure: Error> {
  /// A success.
  case success(Success)
  /// A failure.
  case failure(Failure)

  /// Converts a `Result`.
  public init(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value as a `Result`.
  public var result: Result<Success, Failure> {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    }
  }

  /// The value of a success.
  ///
  /// - Throws: The error of a failure.
  public func get() throws(Failure) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}

extension CodableResult where Failure == CodableError {
  /// Converts a `Result`, and its error to a `CodableError`.
  public init(_ result: Result<Success, some Error>) {
    self.init(result.mapError { CodableError($0) })
  }

  /// Captures the result of a closure, or its error as a `CodableError`.
  public init(catching body: () throws -> Success) {
    do { self = .success(try body()) } catch { self = .failure(CodableError(error)) }
  }

  /// Captures the result of an asynchronous closure, or its error as a `CodableError`.
  public init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(CodableError(error)) }
  }
}

extension CodableResult: Encodable where Success: Encodable, Failure: Encodable {}
extension CodableResult: Decodable where Success: Decodable, Failure: Decodable {}
extension CodableResult: Equatable where Success: Equatable, Failure: Equatable {}
extension CodableResult: Hashable where Success: Hashable, Failure: Hashable {}
extension CodableResult: Sendable where Success: Sendable {}
