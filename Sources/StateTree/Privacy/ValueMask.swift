/// A filter between the encoder and its sink while a secret is being encoded.
///
/// It replaces scalars with stand-ins, empties arrays, and keeps the members of objects. It ends with the secret.
struct ValueMask {
  /// Whether only scalars are replaced: then the mask ends if the value turns out to be a container.
  var lifts: Bool
  /// The number of open containers of the secret.
  private(set) var level = 0
  /// The level from which nothing is passed on; 0 for none.
  private var hidden = 0

  init(lifts: Bool) { self.lifts = lifts }

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
  ///
  /// - Parameter lifts: Whether to replace only a scalar.
  mutating func mask(lifting lifts: Bool = false) {
    if mask?.lifts != false { mask = ValueMask(lifts: lifts) }
  }

  /// Writes a stand-in for a whole value.
  @inline(never)
  mutating func replace(with standIn: JSONValue) {
    guard mask != nil else { return takeLeftOut() }
    if mask?.shows == true { pass { $0.tree(standIn) } }
    endMask()
  }

  @inline(never)
  mutating func maskedBegin(isArray: Bool) {
    guard mask != nil else { return beginLeftOut() }
    guard mask?.lifts == false else {
      mask = nil
      return isArray ? beginArray() : beginObject()
    }
    if mask?.shows == true { pass { isArray ? $0.beginArray() : $0.beginObject() } }
    mask?.begin(isArray: isArray)
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
  mutating func hideMembers() { mask?.hideRest() }

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
