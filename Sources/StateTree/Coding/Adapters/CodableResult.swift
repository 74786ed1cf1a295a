/// A `Result` that can be coded, for actions and states: with the cases of `Result`, in the shape that a synthesised
/// conformance would give it.
///
///     enum FilmAction: Codable {
///       case load
///       case loaded(CodableResult<Film, CodableError>)
///     }
///
///     await send(.loaded(CodableResult { try await api.film() }))
///
/// Encoded, it is `{"success": {"_0": …}}` or `{"failure": {"_0": …}}`, which is also how a `Result` is recorded by
/// reflection. It can be coded if both of its parts can; an error of any type is kept as a `CodableError`.
@frozen public enum CodableResult<Success, Failure: Error> {
  /// It went well.
  case success(Success)
  /// It failed.
  case failure(Failure)

  /// Takes a result.
  public init(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The same as a `Result`.
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
  /// Takes a result with an error of any type, of which a `CodableError` is kept.
  public init(_ result: Result<Success, some Error>) {
    self.init(result.mapError { CodableError($0) })
  }

  /// Takes what a closure returns, or a `CodableError` of what it throws.
  public init(catching body: () throws -> Success) {
    do { self = .success(try body()) } catch { self = .failure(CodableError(error)) }
  }

  /// Takes what a closure returns in the end, or a `CodableError` of what it throws.
  public init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(CodableError(error)) }
  }
}

extension CodableResult: Encodable where Success: Encodable, Failure: Encodable {}
extension CodableResult: Decodable where Success: Decodable, Failure: Decodable {}
extension CodableResult: Equatable where Success: Equatable, Failure: Equatable {}
extension CodableResult: Hashable where Success: Hashable, Failure: Hashable {}
extension CodableResult: Sendable where Success: Sendable {}
