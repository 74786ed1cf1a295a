import SystemSupport

/// The measured run of a program within limits: `ran STATUS MICROSECONDS KIB`.
///
/// The status is the exit code, or 128 plus the signal's number. The time is processor time, which depends little on
/// the machine's load.
struct MeasuredRun: CustomStringConvertible {
  let description: String

  /// Runs a program.
  ///
  /// - Parameter words: The limits of seconds and of KiB, the files for output and errors, the program's path, and its
  ///   arguments.
  init(_ words: [String]) {
    guard words.count > 4, let seconds = Double(words[0]), let kibibytes = Int(words[1]),
      let usage = Platform.run(
        Array(words[4...]), output: words[2], errors: words[3], seconds: seconds, kibibytes: kibibytes)
    else {
      description = "refused"
      return
    }
    description = "ran \(usage.status) \(usage.microseconds) \(usage.kibibytes)"
  }
}
