/// Words of a command line, as a user would type them.
package enum ShellWord {
  /// A word that a shell reads as it is: in single quotes, if it has to be.
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
