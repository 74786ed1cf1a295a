#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A service whose answers are files in a folder: for previews, tests, and a train without a network.
///
/// `movie/popular` has its first page in `movie/popular-1.json`, and a search for `Blade Runner` in
/// `search/movie-blade-runner-1.json`.
public struct FolderService: MovieService {
  private let folder: String
  private let prepare: @Sendable (Endpoint) async throws -> Void

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - folder: Where the files are.
  ///   - prepare: Called before each answer. It may wait, as a slow network does, or throw, as one that fails:
  ///     `{ _ in try await Task.sleep(for: .milliseconds(300)) }`. What it throws that is no `ServiceError` is taken for a
  ///     broken connection.
  public init(folder: String, prepare: @escaping @Sendable (Endpoint) async throws -> Void = { _ in }) {
    self.folder = folder
    self.prepare = prepare
  }

  /// The file of a question.
  ///
  /// - Throws: What the preparation throws, or `notFound` if there is no file.
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

  /// The name of the file. What the user has typed leads to no other folder: only letters and digits of it are left.
  static func file(of endpoint: Endpoint) -> String {
    let words = endpoint.query.map { item in
      item.value.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
    return ([endpoint.path] + words).joined(separator: "-") + ".json"
  }
}
