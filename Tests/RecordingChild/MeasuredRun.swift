/// A program that runs within limits, and what it took: `ran STATUS MICROSECONDS KIB`.
///
/// The status is the exit code, or 128 and the number of the signal; the time is the processor's, so that it doesn't
/// depend on what else the machine does.
struct MeasuredRun: CustomStringConvertible {
  let description: String

  /// Runs a program. The words: the seconds after which it is killed, the KiB of memory beyond which it is killed, the
  /// files for its output and its errors, the program's path, and its arguments.
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
