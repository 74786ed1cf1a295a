import CommandLineKit

/// Another tool whose reducers can't run.
struct UnusableTool: ReportableError {
  let path: String
  /// Whether this process can't start others, because it isn't an executable of the tool.
  var needsExecutable = false

  func commandFailure(tool: String) -> CommandFailure {
    needsExecutable
      ? CommandFailure(
        "the reducers of '\(path)' need a process of their own, which a test doesn't start",
        advice: "Run '\(tool)' as an executable.")
      : CommandFailure(
        "the tool '\(path)' can't run reducers",
        advice: "Name an executable made with InspectorTool of this version of reduxlog.")
  }
}
