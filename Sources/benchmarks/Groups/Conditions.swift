import SystemSupport

/// Where is measured.
struct Conditions: Sendable {
  /// An empty folder for files; removed afterwards.
  let folder: String
  /// The path of this executable, to start it as a process of its own.
  let executable: String

  func path(_ name: String) -> String { folder + "/" + name }

  /// A program of the system that is at one of the usual places.
  ///
  /// - Throws: `MissingProgram`.
  func program(_ name: String) throws -> String {
    guard let path = ["/usr/bin/", "/bin/"].map({ $0 + name }).first(where: Platform.isExecutable) else {
      throw MissingProgram(name: name)
    }
    return path
  }

  /// A program that is built beside this one.
  ///
  /// - Throws: `MissingProgram`.
  func sibling(_ name: String) throws -> String {
    let path = executable.prefix(through: executable.lastIndex(of: "/") ?? executable.startIndex) + name
    guard Platform.isExecutable(String(path)) else { throw MissingProgram(name: String(path)) }
    return String(path)
  }
}

/// A program that is needed for a measurement, and not there.
struct MissingProgram: Error, CustomStringConvertible {
  let name: String

  var description: String { "there is no program \(name)" }
}

/// A program that ended in another way than it should.
struct UnexpectedStatus: Error, CustomStringConvertible {
  let words: [String]
  let status: Int32

  var description: String { "\(words.joined(separator: " ")) ended with status \(status)" }
}
