import ReduxReplay
package import StateTree

/// Journals that differ, grouped by the type of action and the place, in which `*` replaces what varies.
///
/// The places of a type are limited. Those beyond count as the whole state, which contains them.
package struct PlaceGroups<First> {
  /// A place that differs after actions of one type.
  package struct Group {
    package let type: String?
    package fileprivate(set) var pointer: String?
    /// The number of journals.
    package fileprivate(set) var journals = 0
    /// The content of the first one.
    package let first: First
  }

  private static var placeLimit: Int { 256 }

  private var groups: [Group] = []
  /// For each type, the patterns of its places and the numbers of their groups.
  private var patterns: [String?: (patterns: VaryingPlaces, groups: [Int])] = [:]

  package init() {}

  /// Adds the places of a journal that differ after actions of one type.
  package mutating func add(_ places: [(pointer: JSONPointer?, first: First)], after type: String?) {
    var counted: Set<Int> = []
    var known = patterns[type] ?? (VaryingPlaces(), [])
    for place in places {
      var index = known.patterns.index(of: place.pointer)
      let pointer = known.groups.count < Self.placeLimit ? place.pointer : .root
      if index == nil, pointer != place.pointer { index = known.patterns.index(of: pointer) }
      if index == nil {
        known.patterns.append(pointer)
        known.groups.append(groups.count)
        groups.append(Group(type: type, first: place.first))
      }
      let number = index ?? known.groups.count - 1
      let group = known.groups[number]
      groups[group].pointer = known.patterns.pointer(at: number)
      if counted.insert(group).inserted { groups[group].journals += 1 }
    }
    patterns[type] = known
  }

  /// The groups, those with the most journals first.
  package var sorted: [Group] { groups.sorted { $0.journals > $1.journals } }
}
