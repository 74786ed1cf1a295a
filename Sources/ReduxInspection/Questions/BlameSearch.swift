import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Which steps last set values, or all that ever set one.
package struct BlameInquiry: Inquiry {
  /// The seq of the state that has the values.
  package let seq: Int
  /// The value, as a JSON Pointer.
  package let place: String
  /// The number of levels below the value at which to look at values.
  package let depth: Int
  /// The most steps that set the value itself, the newest first; `nil` for the last step of each value.
  package let historyLimit: Int?

  package init(seq: Int, place: String, depth: Int, historyLimit: Int?) {
    self.seq = seq
    self.place = place
    self.depth = depth
    self.historyLimit = historyLimit
  }

  /// The result of a search.
  package struct Answer: Codable, Sendable {
    /// A step that set a value, or removed it.
    package struct Setting: Codable, Hashable, Sendable {
      /// The seq of the first known state after it.
      package var seq: Int
      /// The seq of the last known state before it; `nil` if the journal begins with the value.
      package var previous: Int?
      /// Whether there are states between the two, which are unknown.
      package var isUncertain = false
      /// The pointer to the value in the state after it; `nil` if the step removed the value.
      package var place: String?
      /// The pointer to the value in the state before it; `nil` if the step created the value.
      package var oldPlace: String?
      /// The same pointers with names of entries, if the value is in a dictionary or a set that is recorded as an array.
      var name: String?
      var oldName: String?
      /// The value before it as JSON text, in a history or if the step removed it; `nil` if it is too long.
      var old: String?
      /// The value after it as JSON text; `nil` if it is too long.
      var new: String?
    }

    /// In the order of the values, or the newest first.
    package var settings: [Setting] = []
    /// Whether a history has older steps.
    package var hasOlder = false
    /// The state that the search had reached when the user stopped it.
    package var stoppedAt: Int?
  }

  package static func isStopped(_ answer: Answer) -> Bool { answer.stoppedAt != nil }

  /// Follows the history of the state back, until the user stops it.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var search = try BlameSearch(self, in: file, apps)
    do { try search.run(onStep: onStep) } catch is Interrupted {
      var answer = try search.answer()
      answer.stoppedAt = search.reached
      return answer
    }
    return try search.answer()
  }
}

/// A search for the steps that set values.
///
/// It follows the history of a state back, block by block. It passes over actions whose records rule out that they changed
/// the values. In the rest of a block it finds what each action changed, and then undoes the changes, the last first.
struct BlameSearch {
  typealias Setting = BlameInquiry.Answer.Setting

  /// The values that are looked for.
  enum Target {
    case values(TracedPlaces)
    /// A place that has no value.
    case absent(JSONPointer)
    /// Nothing more.
    case none
  }

  let file: JournalFile
  var states: any AppStates
  var target = Target.none
  /// The seq of a state with the values at their places, or without the absent one.
  var known: Int
  /// Whether the absent value may be in the state where the search goes on, whatever its action changed.
  var isAtEdge = false
  /// Whether records name the places of an older schema.
  let isReshaped: Bool

  let sizes: BlockSizes
  private let inquiry: BlameInquiry
  /// The first state of the last block, from which the search goes on.
  private(set) var reached: Int
  /// The value that was asked for; `nil` if there is none.
  private var value: NamedValue?
  /// The place that was asked for.
  private var place: JSONPointer
  /// Whether entries may have names on the way to the values, in the state that the next block ends with.
  var mayBeNamed = false
  /// The secrets that the actions of the block changed, by their seqs; `nil` if the block's records weren't read.
  var changedSecrets: [Int: [JSONPointer]]?
  private var settings: [Int: Setting] = [:]
  private var hasOlder = false

  init(
    _ inquiry: BlameInquiry, in file: JournalFile, _ apps: AppCatalog, blocks sizes: BlockSizes = BlockSizes()
  ) throws {
    self.inquiry = inquiry
    self.sizes = sizes
    self.file = file
    states = try apps.states(of: file, namingEntries: true)
    isReshaped = (try? apps.app(of: file))?.upgrades(file) ?? false
    known = inquiry.seq
    reached = inquiry.seq
    let pointer = try JSONPointer(inquiry.place)
    place = pointer
    let state = try state(leadingTo: pointer, in: inquiry.seq)
    value = try state.value(at: pointer)
    if let value { place = value.name }
    mayBeNamed = state.hasNames(on: place, depth: inquiry.depth)
    if let value {
      target = .values(TracedPlaces(in: state.named.value, at: value.name, depth: inquiry.depth))
    } else {
      target = .absent(pointer)
    }
  }

  /// The place that a pointer means in a state, and as much of the state as leads there; `nil` if it has no value there.
  private mutating func place(of pointer: JSONPointer, in seq: Int) throws -> (JSONPointer, state: JSONNode)? {
    let state = try JSONDocument(values(at: pointer, in: seq)).root
    return state.storedPlace(of: pointer).map { ($0, state) }
  }

  /// As much of a state as leads to a pointer.
  private mutating func state(leadingTo pointer: JSONPointer, in seq: Int) throws -> NamedValue {
    let named = try JSONDocument(values(at: pointer, in: seq)).root
    guard states.namesEntries else { return NamedValue(named: named, recorded: named) }
    let recorded = try states.answer(.recordedValues(Selection([pointer])), at: seq)
    return NamedValue(named: named, recorded: try JSONDocument(recorded).root)
  }

  /// Whether entries have names on the way to the values in a state, if it can be had.
  mutating func areNamed(in seq: Int) throws -> Bool {
    guard try isKnown(seq) else { return true }
    return try state(leadingTo: place, in: seq).hasNames(on: place, depth: inquiry.depth)
  }

  /// Whether anything is looked for.
  var isSearching: Bool { if case .none = target { false } else { true } }

  /// Looks until all is found, or to the start of the journal.
  mutating func run(onStep: (Int) throws -> Void) throws {
    let last = inquiry.seq
    var history = try History(of: file, to: last)
    while isSearching, let stretch = try history.next() {
      let first = stretch.seqs.lowerBound
      var end = stretch.seqs.upperBound
      while isSearching, end > first || isAtEdge {
        reached = end
        try onStep(last - end)
        end = try searchBlock(before: end, of: stretch, onStep: { try onStep(last - $0) })
      }
      guard isSearching else { return }
      try cross(first, stretch.origin)
    }
  }

  /// Goes on from the first state of a stretch to the last one of the stretch before it.
  private mutating func cross(_ first: Int, _ origin: History.Stretch.Origin) throws {
    if known != first, case .values = target, try isKnown(first) { try bridge(to: first) }
    switch origin {
    case .start: settle()
    case .jump(let target): if known == first { known = target }
    case .set:
      mayBeNamed = states.namesEntries
      guard case .values = target else { return isAtEdge = true }
      guard known == first, try isKnown(first - 1) else { return }
      let changes = try states.changes(at: first)
      try undo(changes, at: first, after: first - 1)
      known = first - 1
    }
  }

  /// The values that no step set are those with which the journal begins.
  private mutating func settle() {
    guard case .values(let places) = target else { return }
    for number in places.pointers.indices where settings[number] == nil || inquiry.historyLimit != nil {
      let place = inquiry.historyLimit == nil ? places.pointers[number] : places.pointer(of: number)
      add(Setting(seq: known, place: place?.description), number)
    }
    target = .none
  }

  // MARK: Steps

  /// Whether a state can be had.
  mutating func isKnown(_ seq: Int) throws -> Bool {
    do {
      _ = try states.answer(.values(Selection([])), at: seq)
      return true
    } catch let error as ReplayError where error.isOfUnknownState {
      return false
    }
  }

  /// Undoes what unknown steps between a state and the known one changed.
  mutating func bridge(to seq: Int) throws {
    let new = try states.state(at: known)
    let found = JSONPatch.changes(from: try states.state(at: seq), to: new)
    try undo(found, at: known, after: seq, isUncertain: true)
    known = seq
  }

  /// Undoes what a step changed.
  mutating func undo(
    _ changes: (patch: JSONPatch, replaced: [JSONValue?]), at seq: Int, after previous: Int,
    isUncertain: Bool = false, secrets: [JSONPointer] = []
  ) throws {
    guard case .values(var places) = target else { return }
    // Otherwise both hold the places.
    target = .none
    let isHistory = inquiry.historyLimit != nil
    let before = isHistory ? places.pointer(of: 0) : nil
    var steps: [TracedPlaces.Step] = Array(zip(changes.patch.operations, changes.replaced))
    for array in ReplacedArray.all(in: steps, of: places) {
      guard let new = try JSONDocument(values(at: array.place, in: seq)).root[array.place] else { continue }
      array.replaceOperations(in: &steps, by: new.value)
    }
    steps += secrets.map { (.replace($0, [:]), [:]) }
    for (number, change) in places.undo(steps) {
      let place = isHistory ? before : places.pointers[number]
      var setting = Setting(seq: seq, previous: previous, isUncertain: isUncertain, place: place?.description)
      if isHistory, change == .replaced { setting.oldPlace = places.pointer(of: number)?.description }
      add(setting, number)
      if !isHistory { places.remove(number) }
    }
    if hasOlder { return }
    if places.count > 0 {
      target = .values(places)
    } else if let before, !places.areInArrays {
      target = .absent(before)
    }
  }

  /// Goes on with the absent value in the last state that has it.
  mutating func find(_ pointer: JSONPointer, in seq: Int) throws {
    guard let (place, state) = try place(of: pointer, in: seq) else { return }
    find(pointer, in: seq, as: TracedPlaces(in: state.value, at: place, depth: 0))
  }

  /// Goes on with the absent value at its places in the last state that has it.
  mutating func find(_ pointer: JSONPointer, in seq: Int, as places: TracedPlaces) {
    target = .none
    add(Setting(seq: known, previous: seq, isUncertain: known != seq + 1, oldPlace: pointer.description), 0)
    known = seq
    if inquiry.historyLimit != nil, !hasOlder { target = .values(places) }
  }

  private mutating func add(_ setting: Setting, _ number: Int) {
    guard let limit = inquiry.historyLimit else { return settings[number] = setting }
    guard settings.count < limit else { return hasOlder = true }
    settings[settings.count] = setting
  }

  // MARK: Answer

  /// Returns the result of the search.
  mutating func answer() throws -> BlameInquiry.Answer {
    let sorted = settings.sorted { $0.key < $1.key }
    var answer = BlameInquiry.Answer(settings: sorted.map(\.value), hasOlder: hasOlder)
    var room = Setting.roomForLongTexts
    if inquiry.historyLimit == nil, answer.settings.first?.place != nil {
      guard let parts = value?.parts(depth: inquiry.depth) else { return answer }
      for (index, (number, _)) in sorted.enumerated() { answer.settings[index].setNew(parts[number], &room) }
      return answer
    }
    // From the oldest on, so that the states follow from each other.
    for index in answer.settings.indices.reversed() {
      let setting = answer.settings[index]
      if let previous = setting.previous, let name = setting.oldPlace, let old = try value(named: name, in: previous) {
        answer.settings[index].setOld(old, &room)
      }
      if let name = setting.place, let new = try value(named: name, in: setting.seq) {
        answer.settings[index].setNew(new, &room)
      }
    }
    return answer
  }

  private mutating func value(named name: String, in seq: Int) throws -> NamedValue? {
    let name = try JSONPointer(name)
    return try state(leadingTo: name, in: seq).value(named: name)
  }

  private mutating func values(at pointer: JSONPointer, in seq: Int) throws -> [UInt8] {
    try states.answer(.values(Selection([pointer])), at: seq)
  }
}

extension BlameInquiry.Answer.Setting {
  /// The length of the longest value that is always part of the answer.
  private static let longestValue = 1 << 16
  /// The length of all longer texts together that are, too, so that what differs between them is known.
  fileprivate static let roomForLongTexts = 1 << 24

  private static func text(of value: NamedValue, _ room: inout Int) -> String? {
    let count = value.recorded.utf8Count
    if count > longestValue {
      guard value.recorded.kind == .string, count <= room else { return nil }
      room -= count
    }
    return String(decoding: value.recorded.bytes, as: UTF8.self)
  }

  /// The place with names, if it is another than the recorded one.
  private static func name(of value: NamedValue) -> String? {
    value.shownPlace == value.place ? nil : value.shownPlace.description
  }

  fileprivate mutating func setOld(_ value: NamedValue, _ room: inout Int) {
    (oldPlace, oldName, old) = (value.place.description, Self.name(of: value), Self.text(of: value, &room))
  }

  fileprivate mutating func setNew(_ value: NamedValue, _ room: inout Int) {
    (place, name, new) = (value.place.description, Self.name(of: value), Self.text(of: value, &room))
  }
}
