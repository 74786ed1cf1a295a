/// Words of a command line, as a user would type them.
package enum ShellWord {
  /// Quotes a word for a shell, if necessary.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: "-_./,:@=+%~^".utf8.contains(byte)
      }
    }
    if isPlain, !word.isEmpty, !word.hasPrefix("~") { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
