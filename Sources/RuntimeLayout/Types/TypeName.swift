/// Readable names of types.
package enum TypeName {
  /// A type's qualified name without its module: `MoviesActions.SetDetail`.
  ///
  /// It is the same in every process: the runtime's names of private types contain the address of the context or the file's
  /// discriminator, which are removed.
  package static func of(_ type: Any.Type) -> String {
    let qualified = withoutContexts(_typeName(type, qualified: true))
    guard let dot = qualified.firstIndex(of: "."), !qualified[..<dot].contains(where: { "<(".contains($0) }) else {
      return qualified
    }
    return String(qualified[qualified.index(after: dot)...])
  }

  /// A type's name without module names, also in its arguments: `Dictionary<Int, Array<Outer.Movie>>`.
  package static func readable(_ type: Any.Type) -> String {
    var result = ""
    var word = ""
    var isAtModule = true
    for character in withoutContexts(_typeName(type, qualified: true)) {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else if character == ".", isAtModule, !word.isEmpty {
        word = ""
        isAtModule = false
      } else {
        result += word
        result.append(character)
        word = ""
        isAtModule = character != "."
      }
    }
    return result + word
  }

  /// The modules that a type's name contains: its own, and those of its arguments and of the protocols that it is made of.
  /// Not those of the standard library, Foundation and this package's values.
  package static func modules(of type: Any.Type) -> [String] {
    var modules: [String] = []
    var word = ""
    var isAtModule = true
    for character in withoutContexts(_typeName(type, qualified: true)) {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if character == ".", isAtModule, !word.isEmpty, !modules.contains(word), !foreignModules.contains(word),
        word != "StateTree"
      {
        modules.append(word)
      }
      isAtModule = character != "."
      word = ""
    }
    return modules
  }

  /// Whether a type belongs to the standard library or to Foundation and the like.
  package static func isForeign(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    return foreignModules.contains(String(name.prefix { $0 != "." }))
  }

  private static let foreignModules: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "Observation", "__C",
  ]

  /// Removes `(unknown context at $1234).` and `(extension in Module):` from a name, and replaces `(Name in _1234)` by
  /// `Name`.
  private static func withoutContexts(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
    var result = ""
    var rest = name[...]
    while let open = rest.firstIndex(of: "(") {
      result += rest[..<open]
      rest = rest[open...].dropFirst()
      let close = rest.firstIndex { $0 == ")" || $0 == "(" } ?? rest.endIndex
      let words = rest[..<close].split(separator: " ")
      if words.first == "unknown", words.dropFirst().first == "context" {
        rest = rest[close...].dropFirst()
        if rest.first == "." { rest = rest.dropFirst() }
      } else if words.count == 3, words[0] == "extension", words[1] == "in" {
        rest = rest[close...].dropFirst()
        if rest.first == ":" { rest = rest.dropFirst() }
      } else if words.count == 3, words[1] == "in", words[2].first == "_" {
        result += words[0]
        rest = rest[close...].dropFirst()
      } else {
        result.append("(")
      }
    }
    return result + rest
  }
}
