package import StateTree

/// A search for small payloads of actions that fail, by trying one smaller payload after the other.
///
/// It has no I/O, like `Minimization`: its owner tries each `candidate` and notes whether it fails in the same way.
///
/// Each step removes members of an object, elements of an array or characters of a text, or takes from a number: first all,
/// then halves, quarters, and so on. A text or a number also becomes a smaller one that was recorded at the same place. An id
/// becomes only an id that was recorded earlier, alone or together with its other mentions. What is outside comes before what
/// it holds, and coarse parts before fine ones: passes are repeated until one leaves everything as it was, and then with finer
/// parts, until members and elements were removed one by one.
package struct PayloadMinimization: Sendable {
  private enum Edit {
    case set(JSONValue)
    /// Replaces all mentions of an id.
    case rename(JSONValue)
    case removeMembers([String])
    case removeElements(Range<Int>)

    var removes: Bool {
      switch self {
      case .set, .rename: false
      case .removeMembers, .removeElements: true
      }
    }
  }

  /// A text is divided into at most so many parts, and so are objects and arrays at first.
  private static let mostTextParts = 32
  /// The integers below which every number is tried that halving leads to.
  private static let largestHalved = 1 << 20

  private let actions: [RecordedPayload]
  private let recorded: RecordedValues
  private let limit: Int
  /// The smallest payloads that are known to fail, in the order of the actions.
  package private(set) var payloads: [JSONValue]
  /// The next payloads to try; `nil` at the end.
  package private(set) var candidate: [JSONValue]?
  private var tried: Set<[JSONValue]>
  /// The number of noted outcomes.
  package private(set) var tries = 0
  /// Whether the search is over, because nothing smaller fails, or at the limit.
  package private(set) var isFinished = false
  /// Whether more tries could lead to smaller payloads.
  package private(set) var isLimited = false

  // The place of the search: a part of a payload, how finely it is divided, its next edits, and the next parts.
  private var place = 0
  private var current: JSONPointer?
  private var level = 0
  private var queue: [Edit] = []
  private var ahead = [JSONPointer(tokens: [])]
  /// An object or an array is divided into at most so many parts in this pass.
  private var mostParts = mostTextParts
  /// Whether this pass divided all objects and arrays into single parts.
  private var isFine = true
  private var hasChanged = false

  /// Starts with actions that fail.
  ///
  /// - Parameters:
  ///   - actions: The actions.
  ///   - payloads: What they were made already.
  ///   - recorded: The values at their places in the journal.
  ///   - limit: The most tries.
  package init(
    _ actions: [RecordedPayload], from payloads: [JSONValue], recorded: RecordedValues, limit: Int
  ) {
    self.actions = actions
    self.payloads = payloads
    self.recorded = recorded
    self.limit = limit
    tried = [payloads]
    settle()
  }

  /// Notes whether the candidate failed in the same way.
  package mutating func note(fails: Bool) {
    guard let candidate else { return }
    tries += 1
    tried.insert(candidate)
    if fails {
      payloads = candidate
      hasChanged = true
      // The other values were smaller than the one before, and what is removed next is before what was removed.
      queue.removeAll { !$0.removes }
    }
    settle()
  }

  /// Goes on to the next candidate that wasn't tried.
  private mutating func settle() {
    candidate = nil
    while !isFinished {
      if let edit = queue.popLast() {
        guard let current, let edited = applying(edit, at: current), !tried.contains(edited) else { continue }
        isLimited = tries == limit
        isFinished = isLimited
        candidate = isLimited ? nil : edited
        return
      }
      if let pointer = current {
        level += 1
        queue = edits(at: pointer).reversed()
        guard queue.isEmpty else { continue }
        current = nil
        ahead += children(of: pointer).reversed()
      } else if let pointer = ahead.popLast() {
        (current, level) = (pointer, 0)
        queue = edits(at: pointer).reversed()
      } else if place + 1 < actions.count {
        place += 1
        ahead = [JSONPointer(tokens: [])]
      } else if hasChanged || !isFine {
        if !hasChanged { mostParts *= 4 }
        (place, hasChanged, isFine) = (0, false, true)
        ahead = [JSONPointer(tokens: [])]
      } else {
        isFinished = true
      }
    }
  }

  private func children(of pointer: JSONPointer) -> [JSONPointer] {
    switch payloads[place][pointer] {
    case .object(let object): object.keys.map { pointer.appending($0) }
    case .array(let elements): elements.indices.map { pointer.appending(index: $0) }
    default: []
    }
  }

  // MARK: Edits

  private func applying(_ edit: Edit, at pointer: JSONPointer) -> [JSONValue]? {
    guard let old = payloads[place][pointer] else { return nil }
    var new = payloads
    switch (edit, old) {
    case (.set(let value), _): new[place] = new[place].replacing(pointer.tokens[...], with: value)
    case (.rename(let value), _):
      for index in new.indices where !actions[index].isFixed {
        new[index] = new[index].mapping { tokens, found in
          guard found == old, isId(found, tokens, of: index), !isFixed(tokens, of: index) else { return nil }
          return value
        }
      }
    case (.removeMembers(let keys), .object(let object)):
      let keys = Set(keys.map(ByteString.init))
      let rest = object.filter { !keys.contains(ByteString($0.key)) }.map { ($0.key, $0.value) }
      new[place] = new[place].replacing(pointer.tokens[...], with: .object(JSONObject(rest)))
    case (.removeElements(let range), .array(var elements)) where range.upperBound <= elements.count:
      elements.removeSubrange(range)
      new[place] = new[place].replacing(pointer.tokens[...], with: .array(elements))
    case (.removeElements(let range), .string(let text)):
      var characters = Array(text)
      // Characters around a removed one can become one.
      guard range.upperBound <= characters.count else { return nil }
      characters.removeSubrange(range)
      new[place] = new[place].replacing(pointer.tokens[...], with: .string(String(characters)))
    default: return nil
    }
    return new
  }

  /// What to try at a part of a payload, at this level.
  private mutating func edits(at pointer: JSONPointer) -> [Edit] {
    let tokens = pointer.tokens
    guard !actions[place].isFixed, let value = payloads[place][pointer] else { return [] }
    switch value {
    case .object(let object):
      let names = actions[place].names
      let keys = object.keys.filter { key in
        !names.contains(key) && object[key]?.string.map(names.contains) != true && !isFixed(tokens + [key], of: place)
      }
      return parts(of: keys.count).map { .removeMembers(Array(keys[$0])) }
    case .array(let elements):
      return isFixed(tokens, of: place) ? [] : parts(of: elements.count).map(Edit.removeElements)
    case .string(let text):
      guard !tokens.isEmpty, !actions[place].names.contains(text), !isFixed(tokens, of: place) else { return [] }
      return isId(value, tokens, of: place) ? ids(before: value, tokens) : edits(of: text, tokens)
    case .number(let number):
      guard !tokens.isEmpty, !isFixed(tokens, of: place) else { return [] }
      return isId(value, tokens, of: place) ? ids(before: value, tokens) : edits(of: number, tokens)
    case .bool, .null: return []
    }
  }

  private func edits(of text: String, _ tokens: [String]) -> [Edit] {
    let parts = ranges(of: text.count)
    let edits = parts.count > Self.mostTextParts ? [] : parts.map(Edit.removeElements)
    guard level == 0 else { return edits }
    let shorter = recorded.values(at: tokens, of: actions[place].type).compactMap(\.string)
      .filter { $0.utf8.count < text.utf8.count }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return edits + shorter.prefix(RecordedValues.mostTried).map { .set(.string($0)) }
  }

  private func edits(of number: JSONNumber, _ tokens: [String]) -> [Edit] {
    if level > 0 {
      guard let integer = Int(number.literal), integer.magnitude < Self.largestHalved else { return [] }
      let size = size(of: abs(integer))
      return size == 0 ? [] : [.set(.number(JSONNumber(integer - integer.signum() * size)))]
    }
    guard number != 0 else { return [] }
    let magnitude = abs(number.double)
    var edits = [Edit.set(.number(0))]
    edits += recorded.values(at: tokens, of: actions[place].type).compactMap(\.number)
      .filter { abs($0.double) < magnitude && $0.literal.utf8.count <= number.literal.utf8.count }
      .sorted { (abs($0.double), $0.literal) < (abs($1.double), $1.literal) }
      .prefix(RecordedValues.mostTried).map { .set(.number($0)) }
    let whole = number.double.rounded(.towardZero)
    if magnitude < Double(Self.largestHalved), whole != number.double {
      edits.append(.set(.number(JSONNumber(Int(whole)))))
    }
    return edits
  }

  /// The ids that were recorded at a place before another one, and aren't longer.
  private func ids(before id: JSONValue, _ tokens: [String]) -> [Edit] {
    guard level == 0 else { return [] }
    let known = recorded.values(at: tokens, of: actions[place].type)
    return known.prefix { $0 != id }.filter { $0.compact.utf8.count <= id.compact.utf8.count }
      .prefix(RecordedValues.mostTried).flatMap { [.set($0), .rename($0)] }
  }

  /// Divides so many members or elements for this level and this pass.
  private mutating func parts(of count: Int) -> [Range<Int>] {
    let ranges = ranges(of: count)
    guard ranges.count > mostParts else { return ranges }
    isFine = false
    return []
  }

  /// Divides so many parts for this level, the last ones first.
  private func ranges(of count: Int) -> [Range<Int>] {
    let size = size(of: count)
    return size == 0 ? [] : stride(from: count, to: 0, by: -size).map { max(0, $0 - size)..<$0 }
  }

  /// How many of some parts to remove together at this level; 0 if each was removed alone.
  private func size(of count: Int) -> Int {
    if level == 0 || count < 2 { return level == 0 ? count : 0 }
    // Powers of two, because two elements of an array can be one entry of a dictionary.
    let largest = 1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
    return level > Int.bitWidth ? 0 : largest >> (level - 1)
  }

  // MARK: Places

  /// Whether a place has a redacted value, or is around one.
  private func isFixed(_ tokens: [String], of place: Int) -> Bool {
    actions[place].redacted.contains { $0.tokens.starts(with: tokens) || tokens.starts(with: $0.tokens) }
  }

  private func isId(_ value: JSONValue, _ tokens: [String], of place: Int) -> Bool {
    switch value {
    case .string(let text):
      RecordedValues.isIdName(tokens) || recorded.isMentioned(text)
    case .number: RecordedValues.isIdName(tokens)
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

  /// Returns the value with another one at an existing place.
  fileprivate func replacing(_ tokens: ArraySlice<String>, with new: JSONValue) -> JSONValue {
    guard let token = tokens.first else { return new }
    switch self {
    case .object(var object):
      if let old = object[token] { object[token] = old.replacing(tokens.dropFirst(), with: new) }
      return .object(object)
    case .array(var elements):
      if let index = JSONPointer.index(token), elements.indices.contains(index) {
        elements[index] = elements[index].replacing(tokens.dropFirst(), with: new)
      }
      return .array(elements)
    default: return self
    }
  }

  /// Returns the value with its texts, numbers and other scalars changed.
  fileprivate func mapping(at tokens: [String] = [], _ change: ([String], JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .object(let object):
      .object(JSONObject(object.map { ($0.key, $0.value.mapping(at: tokens + [$0.key], change)) }))
    case .array(let elements):
      .array(elements.enumerated().map { $1.mapping(at: tokens + [String($0)], change) })
    default: change(tokens, self) ?? self
    }
  }
}
