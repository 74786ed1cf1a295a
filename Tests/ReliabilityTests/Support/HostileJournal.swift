import HostileInput
import Testing

/// A journal that somebody made to do harm, and what reading all of it comes to.
struct HostileJournal: Sendable, CustomTestStringConvertible {
  /// What it tries.
  let name: String
  /// The line with which reading ends, and the exit code with which `verify` ends: 2 where a line is to blame.
  let line: Int?
  let code: Int32
  /// The sizes are those for the long run; a part of that is enough for a debug build.
  let make: @Sendable (_ scale: Int) -> [UInt8]

  var testDescription: String { name }

  /// A journal in which a line is wrong.
  static func fault(
    _ name: String, line: Int, _ make: @escaping @Sendable (inout JournalForge, _ scale: Int) -> Void
  ) -> HostileJournal {
    HostileJournal(name: name, line: line, code: 2) { scale in
      var forge = JournalForge()
      make(&forge, scale)
      return forge.bytes
    }
  }

  /// A journal that is right as far as its lines tell.
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
