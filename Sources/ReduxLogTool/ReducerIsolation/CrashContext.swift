/// The knowledge that a process needs to report a crash of the process that it replaces.
struct CrashContext: Codable {
  var maximumLineBytes: Int
  /// The journals that the process replayed, by the numbers of its replays.
  var paths: [String]
  /// The files that the process was writing.
  var outputs: [Output]
  /// The descriptor of the `ReducerActivity` in which the process noted its crash.
  var activity: Int32

  /// A file that appears at its path when it is complete.
  struct Output: Codable {
    var temporaryPath: String
    var path: String
  }
}
