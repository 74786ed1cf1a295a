/// Parses the syntax of RFC 9485, section 4.
struct RegexpParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0
  /// Whether a limit ended the parsing.
  private(set) var isTooLarge = false

  private static let depthLimit = 64
  /// The greatest count of a repetition; a program of one more instruction would be too large.
  private static let countLimit = Regexp.sizeLimit

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Parses the pattern; `nil` if it isn't valid.
  mutating func pattern() -> RegexpTree? {
    guard let tree = choice(), offset == scalars.count else { return nil }
    return tree
  }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func choice() -> RegexpTree? {
    guard depth < Self.depthLimit else {
      isTooLarge = true
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    var branches: [RegexpTree] = []
    repeat {
      guard let branch = branch() else { return nil }
      branches.append(branch)
    } while take("|")
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func branch() -> RegexpTree? {
    var pieces: [RegexpTree] = []
    while let next, next != "|", next != ")" {
      guard let atom = atom(), let piece = quantified(atom) else { return nil }
      pieces.append(piece)
    }
    return .sequence(pieces)
  }

  private mutating func atom() -> RegexpTree? {
    guard let scalar = next else { return nil }
    offset += 1
    switch scalar {
    case "(":
      guard let tree = choice(), take(")") else { return nil }
      return tree
    case ".": return .scalar(.anyButLineBreaks)
    case "[": return characterClass().map(RegexpTree.scalar)
    case "\\": return escape().map(RegexpTree.scalar)
    case "^": return .start
    case "$": return .end
    case ")", "*", "+", "?", "]", "{", "}", "|": return nil
    default: return .scalar(Self.only(scalar))
    }
  }

  private static func only(_ scalar: Unicode.Scalar) -> ScalarSet {
    var set = ScalarSet()
    set.insert(scalar...scalar)
    return set
  }

  private mutating func quantified(_ atom: RegexpTree) -> RegexpTree? {
    if take("*") { return .repetition(atom, 0, nil) }
    if take("+") { return .repetition(atom, 1, nil) }
    if take("?") { return .repetition(atom, 0, 1) }
    guard take("{") else { return atom }
    guard let least = count() else { return nil }
    var most: Int? = least
    if take(",") {
      most = nil
      if next != "}" {
        guard let bound = count(), bound >= least else { return nil }
        most = bound
      }
    }
    return take("}") ? .repetition(atom, least, most) : nil
  }

  private mutating func count() -> Int? {
    var count: Int?
    while let digit = next, digit.isDigit {
      let value = (count ?? 0) * 10 + Int(digit.value - Unicode.Scalar("0").value)
      guard value <= Self.countLimit else {
        isTooLarge = true
        return nil
      }
      count = value
      offset += 1
    }
    return count
  }

  // MARK: Classes

  /// Parses what follows a backslash outside of a class.
  private mutating func escape() -> ScalarSet? {
    if next == "p" || next == "P" {
      var set = ScalarSet()
      return category(into: &set) ? set : nil
    }
    return escapedScalar().map(Self.only)
  }

  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    offset += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$": return scalar
    default: return nil
    }
  }

  /// Parses `p{Lu}` or `P{Lu}`.
  private mutating func category(into set: inout ScalarSet) -> Bool {
    let isNegated = next == "P"
    offset += 1
    guard take("{") else { return false }
    var name = ""
    while let scalar = next, scalar != "}" {
      name.unicodeScalars.append(scalar)
      offset += 1
    }
    return take("}") && set.insert(category: name, isNegated: isNegated)
  }

  /// Parses a class from behind its bracket.
  private mutating func characterClass() -> ScalarSet? {
    var set = ScalarSet()
    set.isNegated = take("^")
    if take("-") { set.insert("-"..."-") } else if next == "]" { return nil }
    while let scalar = next, scalar != "]" {
      if scalar == "-" {
        // Only as the last character.
        offset += 1
        guard next == "]" else { return nil }
        set.insert("-"..."-")
      } else if scalar == "\\", offset + 1 < scalars.count, scalars[offset + 1] == "p" || scalars[offset + 1] == "P" {
        offset += 1
        guard category(into: &set) else { return nil }
      } else {
        guard let range = classRange() else { return nil }
        set.insert(range)
      }
    }
    return take("]") ? set : nil
  }

  /// Parses a character of a class, or a range of them.
  private mutating func classRange() -> ClosedRange<Unicode.Scalar>? {
    guard let lower = classScalar() else { return nil }
    guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" else { return lower...lower }
    offset += 1
    guard let upper = classScalar(), lower <= upper else { return nil }
    return lower...upper
  }

  private mutating func classScalar() -> Unicode.Scalar? {
    guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else { return nil }
    offset += 1
    return scalar == "\\" ? escapedScalar() : scalar
  }
}
