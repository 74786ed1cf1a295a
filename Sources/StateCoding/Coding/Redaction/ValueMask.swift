import StatePrivacy
import StateTree

/// A filter between the encoder and its sink while a secret is being encoded.
///
/// It replaces scalars with stand-ins, empties arrays, and keeps the members of objects. It ends with the secret.
struct ValueMask {
  /// The part of a value that a mask replaces.
  enum Reach {
    /// The whole value.
    case everything
    /// A number or a text of three or more digits.
    case digits
    /// A scalar: the mask ends if the value turns out to be a container.
    case scalars
    /// A text.
    case texts
    /// A text that looks like a key or has a secret's form.
    case keyTexts
    /// A text that is random or has a secret's form.
    case randomTexts
    /// Nothing, not even a text with a secret's form.
    case nothing
  }

  var reach: Reach
  /// Whether the mask ends if the value turns out to be a container.
  var lifts: Bool { reach != .everything }
  /// Whether it lets a Boolean value or a number pass that comes now; `isLong` is whether a number has three or more digits.
  func spares(isLong: Bool) -> Bool {
    switch reach {
    case .everything, .scalars: false
    case .digits: !isLong
    case .texts, .keyTexts, .randomTexts, .nothing: true
    }
  }
  /// The effect of a name that decides about a text by its value.
  var match: SecretNames.Match {
    switch reach {
    case .keyTexts: .key
    case .randomTexts: .random
    default: .none
    }
  }
  /// The number of open containers of the secret.
  private(set) var level = 0
  /// The level from which nothing is passed on; 0 for none.
  private var hidden = 0

  init(_ reach: Reach) { self.reach = reach }

  /// Whether the mask passes on what comes now.
  var shows: Bool { hidden == 0 }

  mutating func begin(isArray: Bool) {
    level += 1
    if isArray { hideRest() }
  }

  /// Hides everything until the innermost container closes.
  mutating func hideRest() {
    if hidden == 0 { hidden = level }
  }

  /// Closes a container; returns whether to pass that on.
  mutating func end() -> Bool {
    defer { level -= 1 }
    if hidden == level { hidden = 0 }
    return hidden == 0
  }
}

extension EncodingSink {
  /// Replaces the value that comes next.
  mutating func mask(_ reach: ValueMask.Reach = .everything) {
    if mask?.lifts != false { mask = ValueMask(reach) }
  }

  /// Ends the mask if it lets a Boolean value or a number pass that comes now. The stand-in for a number counts as one.
  @inline(never)
  mutating func spares(isLong: Bool = false, isStandIn: Bool = false) -> Bool {
    guard mask?.spares(isLong: isLong) == true else {
      if mask?.reach == .digits { redactions += 1 }
      if isWatching, mask?.reach == .digits {
        mask = nil
        return true
      }
      return false
    }
    if mask?.reach == .digits, isStandIn {
      redactions += 1
      note(0)
    }
    mask = nil
    return true
  }

  /// Takes a text behind a mask.
  @inline(never)
  mutating func maskedString(_ value: String) {
    switch mask?.reach {
    case nil, .everything, .scalars: return replace(with: .string(SecretFormat.redactedText), value.hashValue)
    case .digits where !value.withBytes({ KeyText.hasDigits($0) || KeyText.looksLikeKey($0) }):
      mask = nil
      detect(value)
    case .texts where value.isEmpty:
      mask = nil
      write(value)
    case .texts, .digits:
      redactions += 1
      if !isWatching { return replace(with: .string(SecretFormat.redactedText), value.hashValue) }
      mask = nil
      write(value)
    case .keyTexts, .randomTexts:
      let match = mask?.match ?? .none
      mask = nil
      detect(value, under: match)
    case .nothing:
      mask = nil
      write(value)
    }
  }

  /// Writes a text, or the replacement if it has the form of a secret.
  @inline(never)
  mutating func detect(_ value: String, under match: SecretNames.Match = .none) {
    guard omission == nil, let finding = formats?.finding(in: value, under: match) else { return write(value) }
    redactions += 1
    note(value.hashValue)
    write(isWatching ? value : finding.text)
  }

  /// Writes a text as it is.
  private mutating func write(_ value: String) {
    if omission != nil { return takeLeftOut() }
    if isHashing { hash.string(value) } else { text.string(value) }
  }

  /// Writes a stand-in for a whole value.
  ///
  /// - Parameters:
  ///   - standIn: The stand-in.
  ///   - digest: A digest of the value; `nil` if its places are noted elsewhere.
  @inline(never)
  mutating func replace(with standIn: JSONValue, _ digest: @autoclosure () -> Int?) {
    guard mask != nil else { return takeLeftOut() }
    if let log, let digest = digest() {
      if mask?.shows == true { note(digest) } else { log.absorb(digest) }
    }
    if mask?.shows == true { pass { $0.tree(standIn) } }
    endMask()
  }

  /// Notes the place of a stand-in that is about to be written.
  private func note(_ digest: Int) {
    if let log { log.note(digest, after: lastKey) }
  }

  @inline(never)
  mutating func maskedBegin(isArray: Bool) {
    guard mask != nil else { return beginLeftOut() }
    guard mask?.lifts == false else {
      mask = nil
      return isArray ? beginArray() : beginObject()
    }
    if mask?.shows == true {
      if isArray { log?.noteContainer(0) }
      pass { isArray ? $0.beginArray() : $0.beginObject() }
    }
    mask?.begin(isArray: isArray)
  }

  /// Takes JSON text behind a mask. If the mask lifts, what made the text has applied the rules.
  @inline(never)
  mutating func maskedRaw(_ document: JSONDocument) {
    switch mask?.reach {
    case .digits, .texts, .keyTexts, .randomTexts, .nothing:
      mask = nil
      raw(document)
    case nil, .everything, .scalars:
      replace(with: StandIn.json(for: document.root.value), document.root.value.hashValue)
    }
  }

  @inline(never)
  mutating func maskedEnd(isArray: Bool) {
    guard mask != nil else { return endLeftOut() }
    if mask?.end() == true { pass { isArray ? $0.endArray() : $0.endObject() } }
    endMask()
  }

  @inline(never)
  mutating func maskedKey(_ key: String) {
    if mask?.shows == true { pass { $0.key(key) } }
  }

  /// Hides the members of the object that was begun last.
  mutating func hideMembers() {
    if mask?.shows == true { log?.noteContainer(0) }
    mask?.hideRest()
  }

  private mutating func endMask() {
    if mask?.level == 0 { mask = nil }
  }

  /// Calls the body without the mask.
  private mutating func pass(_ body: (inout EncodingSink) -> Void) {
    let kept = mask
    mask = nil
    body(&self)
    mask = kept
  }
}

/// The state of leaving a volatile value out of a hash; it ends with the value.
struct Omission {
  /// The number of open containers of the value.
  var level = 0
}

extension EncodingSink {
  /// Leaves the value that comes next out of the hash.
  mutating func leaveOut() {
    guard omission == nil else { return }
    hash.leaveOut()
    omission = Omission()
  }

  /// Skips a scalar, or any value as a whole.
  mutating func takeLeftOut() {
    if omission?.level == 0 { omission = nil }
  }

  /// Skips a value that provides its hash; `false` if nothing is being left out.
  mutating func isLeftOut() -> Bool {
    guard mask == nil, omission != nil else { return false }
    takeLeftOut()
    return true
  }

  mutating func beginLeftOut() {
    guard let level = omission?.level else { return }
    omission?.level = level + 1
    hash.note(depth: level + 1)
  }

  mutating func endLeftOut() {
    omission?.level -= 1
    takeLeftOut()
  }
}
