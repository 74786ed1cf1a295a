/// A parsed command line.
enum Command: Equatable {
  case help
  case list(Selection)
  case measure(Selection, format: Format, isQuick: Bool, folder: String?)
  case growth(Growth)
  /// The inspector, with the measured app.
  case inspector([String])
  /// The work of a process started to be measured.
  case measured([String])

  enum Format: String, CaseIterable {
    case human
    case json
  }

  /// An invalid command line.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Parses a command line without the program's name.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String]) throws(UsageError) {
    switch words.first {
    case "inspector": self = .inspector(Array(words.dropFirst()))
    case "growth": self = .growth(try Command.growth(of: .tasks, words.dropFirst()))
    case "documents": self = .growth(try Command.growth(of: .documents, words.dropFirst()))
    case "measured": self = .measured(Array(words.dropFirst()))
    default: self = try Command(options: words)
    }
  }

  private init(options words: [String]) throws(UsageError) {
    var filters: [String] = []
    var format = Format.human
    var isQuick = false
    var isList = false
    var folder: String?
    var rest = OptionWords(words)
    while let option = rest.next() {
      switch option {
      case "--help", "-h":
        self = .help
        return
      case "--list": isList = true
      case "--quick": isQuick = true
      case "--filter": filters.append(try rest.value(of: option))
      case "--folder": folder = try rest.value(of: option)
      case "--format":
        let name = try rest.value(of: option)
        guard let known = Format(rawValue: name) else {
          throw UsageError(description: "--format is human or json, not '\(name)'")
        }
        format = known
      default:
        throw UsageError(description: "'\(option)' is no option of benchmarks")
      }
    }
    let selection = Selection(filters: filters)
    guard !selection.groups(.quick).isEmpty else {
      throw UsageError(description: "no row has '\(filters.joined(separator: "' or '"))' in its name; see --list")
    }
    self = isList ? .list(selection) : .measure(selection, format: format, isQuick: isQuick, folder: folder)
  }

  /// Parses the lengths and the folder of the journals.
  private static func growth(
    of subject: Growth.Subject, _ words: ArraySlice<String>
  ) throws(UsageError) -> Growth {
    var counts: [Int] = []
    var folder: String?
    var rest = OptionWords(Array(words))
    while let word = rest.next() {
      if word == "--folder" {
        folder = try rest.value(of: word)
      } else if let count = Int(word.filter { $0 != "," && $0 != "_" }), count > 0 {
        counts.append(count)
      } else {
        throw UsageError(description: "'\(word)' isn't a number of actions")
      }
    }
    return Growth(subject: subject, counts: counts.isEmpty ? subject.usualCounts : counts, folder: folder)
  }
}

/// The words of a command line. An option's value may be the next word or follow `=`.
private struct OptionWords {
  private var words: ArraySlice<String>
  private var attached: String?

  init(_ words: [String]) { self.words = words[...] }

  mutating func next() -> String? {
    guard let word = words.popFirst() else { return nil }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
    let name = String(word[..<equals])
    // Only some options take a value.
    guard ["--filter", "--folder", "--format"].contains(name) else { return word }
    attached = String(word[word.index(after: equals)...])
    return name
  }

  mutating func value(of option: String) throws(Command.UsageError) -> String {
    defer { attached = nil }
    guard let value = attached ?? words.popFirst() else {
      throw Command.UsageError(description: "\(option) needs a value")
    }
    return value
  }
}
