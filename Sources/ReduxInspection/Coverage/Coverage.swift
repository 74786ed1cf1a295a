package import StateTree

/// The coverage of an app by its journals together, and the journals that cover the same.
package struct Coverage {
  /// A feature that a journal can exercise.
  package enum Feature: Hashable, Comparable {
    /// A type of action.
    case action(String)
    /// A type of action, refused by the reducer.
    case refusal(String)
    /// A member of the state, changed by an action.
    case member(JSONPointer)

    package static func < (a: Feature, b: Feature) -> Bool { a.order < b.order }

    private var order: (Int, String) {
      switch self {
      case .action(let type): (0, type)
      case .refusal(let type): (1, type)
      case .member(let place): (2, place.description)
      }
    }
  }

  /// A feature, and how often it is exercised.
  package struct Row {
    package let feature: Feature
    /// The number of journals that exercise it.
    package let journals: Int
    /// The number of actions that do; `nil` for a member.
    package let actions: Int?
  }

  package let app: String
  package let journals: [JournalCoverage]
  /// The exercised features, in their order.
  package let rows: [Row]
  /// The types of actions that the app has and no journal; `nil` if the app's types are unknown.
  package let missingActions: [String]?
  /// The members of the recorded states that no action changed.
  package let missingMembers: [JSONPointer]
  /// The journals that cover the same.
  package let cover: SmallestCover

  package init(of journals: [JournalCoverage], labels: [String]?) {
    self.journals = journals
    app = journals.first?.app ?? ""
    let fixed = Coverage.fixedObjects(in: journals)
    var rows: [Feature: (journals: Int, actions: Int?)] = [:]
    var numbers: [Feature: Int] = [:]
    var candidates: [SmallestCover.Candidate] = []
    for journal in journals {
      let features = Coverage.features(of: journal, fixed)
      for (feature, count) in features {
        let row = rows[feature] ?? (0, count == nil ? nil : 0)
        rows[feature] = (row.journals + 1, row.actions.map { $0 + (count ?? 0) })
        if numbers[feature] == nil { numbers[feature] = numbers.count }
      }
      candidates.append(
        SmallestCover.Candidate(elements: Set(features.keys.compactMap { numbers[$0] }), cost: journal.byteCount))
    }
    self.rows = rows.map { Row(feature: $0.key, journals: $0.value.journals, actions: $0.value.actions) }
      .sorted { $0.feature < $1.feature }
    let recorded = Set(journals.flatMap(\.actions.keys))
    missingActions = labels.map { labels in
      labels.filter { label in
        // The cases of an enum inside may be unknown.
        !recorded.contains(label) && !recorded.contains { $0.hasPrefix(label + ".") }
      }.sorted()
    }
    missingMembers = Coverage.members(of: journals, fixed).filter { place in
      rows[.member(place)] == nil && rows[.member(JSONPointer(tokens: Array(place.tokens.prefix(1))))] == nil
        && rows[.member(.root)] == nil
    }.sorted { $0.description < $1.description }
    cover = SmallestCover(of: candidates)
  }

  /// The objects at the top of the state that always have the same members, and these members. The members of others, such as
  /// dictionaries, are elements.
  private static func fixedObjects(in journals: [JournalCoverage]) -> [JSONPointer: [String]] {
    var fixed: [JSONPointer: [String]?] = [:]
    for (place, names) in journals.flatMap(\.members) {
      fixed[place] = fixed[place].map { $0 == names ? names : nil } ?? .some(names)
    }
    return fixed.compactMapValues { $0 }
  }

  /// The features of a journal, with the number of actions that exercise each.
  private static func features(of journal: JournalCoverage, _ fixed: [JSONPointer: [String]]) -> [Feature: Int?] {
    var features: [Feature: Int?] = [:]
    for (type, count) in journal.actions { features[.action(type)] = .some(count) }
    for (type, count) in journal.refusals { features[.refusal(type)] = .some(count) }
    for place in journal.places {
      let top = JSONPointer(tokens: Array(place.tokens.prefix(1)))
      features[.member(fixed[top] == nil ? top : place)] = .some(nil)
    }
    return features
  }

  private static func members(of journals: [JournalCoverage], _ fixed: [JSONPointer: [String]]) -> [JSONPointer] {
    Set(journals.flatMap(\.members.keys)).flatMap { top in fixed[top].map { $0.map(top.appending) } ?? [top] }
  }
}
