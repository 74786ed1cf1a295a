#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A service that answers from files in a folder, for previews, tests, and offline use.
///
/// The first page of `movie/popular` is in `movie/popular-1.json`, and that of a search for `Blade Runner` in
/// `search/movie-blade-runner-1.json`.
public struct FolderService: MovieService {
  private let folder: String
  private let prepare: @Sendable (Endpoint) async throws -> Void

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - prepare: Runs before each answer. It may wait like a slow network or throw like a failing one:
  ///     `{ _ in try await Task.sleep(for: .milliseconds(300)) }`. Any error but a `ServiceError` counts as a broken
  ///     connection.
  public init(folder: String, prepare: @escaping @Sendable (Endpoint) async throws -> Void = { _ in }) {
    self.folder = folder
    self.prepare = prepare
  }

  /// Returns the file for a request.
  ///
  /// - Throws: The error of `prepare`, or `notFound` if the file doesn't exist.
  public func response(to endpoint: Endpoint) async throws(ServiceError) -> Data {
    do {
      try await prepare(endpoint)
    } catch let error as ServiceError {
      throw error
    } catch is CancellationError {
      throw .cancelled(path: endpoint.path)
    } catch {
      throw .unreachable(path: endpoint.path, reason: "\(error)")
    }
    do {
      return try Data(contentsOf: URL(filePath: folder + "/" + FolderService.file(of: endpoint)))
    } catch {
      throw .notFound(path: endpoint.path)
    }
  }

  /// Returns the file's name. It keeps only letters and digits of the user's input, so it can't lead to another folder.
  static func file(of endpoint: Endpoint) -> String {
    let words = endpoint.query.map { item in
      item.value.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
    return ([endpoint.path] + words).joined(separator: "-") + ".json"
  }
}
