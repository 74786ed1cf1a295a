import SystemSupport

/// The surroundings of a measurement.
struct Conditions: Sendable {
  /// An empty folder for files; removed afterwards.
  let folder: String
  /// The path of this executable, for starting it as a process.
  let executable: String

  func path(_ name: String) -> String { folder + "/" + name }

  /// Runs an inspector command as a process, without its output, and returns the nanoseconds it took.
  ///
  /// - Throws: `UnexpectedStatus`.
  func inspect(_ words: [String], expecting statuses: Set<Int32> = [0]) throws -> Double {
    try Program.run(executable, ["inspector"] + words, expecting: statuses)
  }

  /// Returns the path of a system program.
  ///
  /// - Throws: `MissingProgram`.
  func program(_ name: String) throws -> String {
    guard let path = ["/usr/bin/", "/bin/"].map({ $0 + name }).first(where: Platform.isExecutable) else {
      throw MissingProgram(name: name)
    }
    return path
  }

  /// Returns the path of a program built beside this one.
  ///
  /// - Throws: `MissingProgram`.
  func sibling(_ name: String) throws -> String {
    let path = executable.prefix(through: executable.lastIndex(of: "/") ?? executable.startIndex) + name
    guard Platform.isExecutable(String(path)) else { throw MissingProgram(name: String(path)) }
    return String(path)
  }
}
