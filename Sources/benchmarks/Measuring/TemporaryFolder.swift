import Foundation

/// Gives a piece of work an empty folder, and removes it afterwards.
///
/// - Parameters:
///   - parent: Where the folder is made; the system's folder for temporary files if nothing is said.
///   - work: Takes the folder's path.
/// - Returns: What the work returns.
/// - Throws: `CocoaError` if the folder can't be made, or what the work throws.
func withTemporaryFolder<Value>(in parent: String?, _ work: (String) throws -> Value) throws -> Value {
  let parent = parent ?? FileManager.default.temporaryDirectory.path
  let path = parent + "/reduxlog-benchmarks-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try work(path)
}
