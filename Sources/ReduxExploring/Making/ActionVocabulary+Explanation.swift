import ReduxInspection
import SystemSupport

extension ActionVocabulary {
  private static let shownFollowers = 3

  /// What was learned, in lines for people.
  var explanation: [String] {
    let actions = "\(isCut ? "the first " : "")\(count.counted("action"))"
    let head = "learned from \(journals.counted("journal")): \(actions) of \(words.count.counted("type"))"
    return [head] + words.sorted { $0.label < $1.label }.flatMap(lines)
  }

  private func lines(for word: Word) -> [String] {
    let followers = word.followers.sorted { ($1.value, words[$0.key].label) < ($0.value, words[$1.key].label) }
    var head = "\(word.label): \(word.count.counted("action"))"
    if word.isAnswer {
      head += ", always caused by \(word.causes.map { words[$0].label }.sorted().joined(separator: " or "))"
    }
    if !followers.isEmpty {
      head += ", then \(followers.prefix(Self.shownFollowers).map { words[$0.key].label }.joined(separator: ", "))"
    }
    var places: [String] = []
    for (place, known) in word.places.sorted(by: { $0.key < $1.key }) {
      if known.introducesIds {
        places.append("  \(place) brings new ids")
      } else if !known.sources.isEmpty {
        let sources = known.sources.map {
          "\($0.place) (\(known.share(of: $0)) of 100, \(Self.text(known.lift(of: $0))))"
        }
        places.append("  \(place) comes from \(sources.joined(separator: " or "))")
      }
    }
    for place in word.growing.keys.sorted() where !places.contains(where: { $0.hasPrefix("  \(place) ") }) {
      places.append("  \(place) always grows")
    }
    let optionals = word.optionals.map { "  \($0.object)/\($0.name) is in some" }
    return [head] + places + optionals.sorted()
  }

  private static func text(_ lift: Double) -> String {
    guard lift.isFinite else { return "never by chance" }
    let tenths = Int((lift * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) times as often as by chance"
  }
}
