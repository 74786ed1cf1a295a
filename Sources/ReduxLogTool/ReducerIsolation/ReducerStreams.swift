/// The standard streams of a process that runs reducers, for what an app's code reads and prints.
enum ReducerStreams: Sendable {
  /// Those of this process.
  case ofTool
  /// Standard error for all output, and an empty input: this process reads and writes lines of its own.
  case errorOutput
  /// None: a screen is drawn on those of this process.
  case nothing
}
