/// What stands between the encoder and its sink while a secret is being encoded.
///
/// Scalars are replaced by stand-ins, arrays are emptied, objects keep their members. It ends with the value that it was
/// begun for.
struct ValueMask {
  /// Whether containers may hold what is written: then it ends where the value turns out to be one.
  var lifts: Bool
  /// How many containers of the secret are open.
  private(set) var level = 0
  /// The level from which nothing is passed on; 0 for none.
  private var hidden = 0

  init(lifts: Bool) { self.lifts = lifts }

  /// Whether what comes now is passed on.
  var shows: Bool { hidden == 0 }

  mutating func begin(isArray: Bool) {
    level += 1
    if isArray { hideRest() }
  }

  /// Hides all that comes until the innermost container closes.
  mutating func hideRest() {
    if hidden == 0 { hidden = level }
  }

  /// Closes a container; returns whether that is passed on.
  mutating func end() -> Bool {
    defer { level -= 1 }
    if hidden == level { hidden = 0 }
    return hidden == 0
  }
}

extension EncodingSink {
  /// Replaces the value that comes next.
  ///
  /// - Parameter lifts: Whether only a scalar is to be replaced.
  mutating func mask(lifting lifts: Bool = false) {
    if mask?.lifts != false { mask = ValueMask(lifts: lifts) }
  }

  /// Writes a value in the place of a whole one.
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

  /// Does something past the mask.
  private mutating func pass(_ body: (inout EncodingSink) -> Void) {
    let kept = mask
    mask = nil
    body(&self)
    mask = kept
  }
}
