/// A set of Unicode scalars, from a character or a class.
struct ScalarSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// The general categories whose scalars belong to it; negated ones contain all other scalars.
  private(set) var categories: [(names: Set<String>, isNegated: Bool)] = []
  var isNegated = false

  /// The set that `.` stands for.
  static let anyButLineBreaks = {
    var set = ScalarSet()
    set.insert("\n"..."\n")
    set.insert("\r"..."\r")
    set.isNegated = true
    return set
  }()

  mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
    ranges.append(range.lowerBound.value...range.upperBound.value)
  }

  /// Adds a category, such as `L` or `Lu`; `false` if there is none of the name.
  mutating func insert(category: String, isNegated: Bool) -> Bool {
    let names = Unicode.GeneralCategory.abbreviations.filter { $0.hasPrefix(category) }
    guard !category.isEmpty, !names.isEmpty else { return false }
    categories.append((Set(names), isNegated))
    return true
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ranges.contains { $0.contains(scalar.value) }
      || categories.contains { $0.names.contains(scalar.properties.generalCategory.abbreviation) != $0.isNegated }
    return isListed != isNegated
  }
}

extension Unicode.GeneralCategory {
  /// The abbreviations of all categories but surrogates, which are no scalars.
  fileprivate static let abbreviations = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm",
    "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn",
  ]

  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
