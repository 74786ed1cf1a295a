import CommandLineKit

/// What a call of the table left behind.
struct CallResult: Equatable {
  var code: ExitCode
  var output: String
  var errorOutput = ""
}
