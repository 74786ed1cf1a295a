/// How the places that an action changed compare with those of the other actions of its type. The exception is often the bug.
struct ActionComparison: Hashable, Sendable {
  private static let shownPlaces = 6

  let type: String
  /// The places that the action changed, with `*` for the keys of collections.
  let places: [String]
  /// The number of other actions of the type.
  var others = 0
  /// How many of them change the same places.
  var same = 0
  /// The places that most of them change, and the action doesn't.
  var usual: [String] = []
  /// The places that only the action changes.
  var unique: [String] = []
  /// The seqs of the first that change other places.
  var different: [Int] = []

  init(type: String, places: [String]) {
    self.type = type
    self.places = places
  }

  /// The comparison in sentences, as the page words it in `view-changes.js`.
  var sentences: [String] {
    let isOnly = !places.isEmpty && unique.count == places.count
    var sentences = [isOnly ? "No other \(type) changes \(ActionComparison.list(places))." : summary]
    if !usual.isEmpty { sentences.append("Most of them also change \(ActionComparison.list(usual)).") }
    if !unique.isEmpty, !isOnly, others > 1 {
      sentences.append("Only this one changes \(ActionComparison.list(unique)).")
    }
    return sentences
  }

  private var summary: String {
    let subject =
      if same == 0 {
        "No other \(type) changes"
      } else if same < others {
        "\(same) of \(others) other \(type) \(same == 1 ? "changes" : "change")"
      } else if others == 1 {
        "The other \(type) changes"
      } else {
        "All \(others) other \(type) change"
      }
    if places.isEmpty { return same == 0 ? "Every other \(type) changes something." : "\(subject) nothing either." }
    return "\(subject) \(same == 0 ? "exactly these" : "the same") places: \(ActionComparison.list(places))."
  }

  private static func list(_ places: [String]) -> String {
    places.prefix(shownPlaces).joined(separator: "  ") + (places.count > shownPlaces ? " …" : "")
  }
}
