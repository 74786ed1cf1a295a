import HostileInput
import Testing

/// A hostile journal, and the expected result of reading all of it.
struct HostileJournal: Sendable, CustomTestStringConvertible {
  /// The attack.
  let name: String
  /// The line at which reading stops, and the exit code of `verify`: 2 if a line is invalid.
  let line: Int?
  let code: Int32
  /// Sizes are those of a soak; a debug build uses a fraction.
  let make: @Sendable (_ scale: Int) -> [UInt8]

  var testDescription: String { name }

  /// A journal with an invalid line.
  static func fault(
    _ name: String, line: Int, _ make: @escaping @Sendable (inout JournalForge, _ scale: Int) -> Void
  ) -> HostileJournal {
    HostileJournal(name: name, line: line, code: 2) { scale in
      var forge = JournalForge()
      make(&forge, scale)
      return forge.bytes
    }
  }

  /// A journal whose lines are valid by themselves.
  static func odd(
    _ name: String, code: Int32 = 0, line: Int? = nil,
    _ make: @escaping @Sendable (inout JournalForge, _ scale: Int) -> Void
  ) -> HostileJournal {
    HostileJournal(name: name, line: line, code: code) { scale in
      var forge = JournalForge()
      make(&forge, scale)
      return forge.bytes
    }
  }
}
