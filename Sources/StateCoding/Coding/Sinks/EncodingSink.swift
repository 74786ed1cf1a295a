import StatePrivacy
import StateTree

/// The sink of an encoding run: text or hash, chosen by a branch.
///
/// A generic parameter instead would make every container generic, and the runtime would look up its metadata for each
/// value: encoding took seven times as long.
struct EncodingSink: TreeSink, ~Copyable {
  private(set) var isHashing = false
  /// Filters the values for the sink while a secret is encoded.
  var mask: ValueMask? { didSet { setMode() } }
  /// Replaces the sink while a value is left out of a hash.
  var omission: Omission? { didSet { setMode() } }
  private var mode = Mode.text
  var text = JSONTextSink()
  var hash = HashSink()
  /// The forms of secret texts; `nil` for none.
  let formats: SecretFormats?
  /// Whether texts are searched for forms.
  var detects: Bool
  /// Whether secrets are only counted, and still written.
  let isWatching: Bool
  /// The number of secrets in the run.
  var redactions = 0
  /// Notes the places of secrets, if the run is to note them.
  var log: RedactionLog?
  /// The last key, if it was prepared.
  private(set) var lastKey: UnsafeMutablePointer<PreparedKey>?
  private let triggers: Stack<UInt64>

  private enum Mode { case text, hash, masked }

  init(rules: RuleSet?) {
    formats = rules.flatMap { $0.formats.isEmpty ? nil : $0.formats }
    detects = formats != nil
    isWatching = rules?.isWatching == true
    triggers = formats == nil ? Stack() : SecretFormats.makeTriggers()
  }

  private mutating func setMode() {
    mode = mask != nil || omission != nil ? .masked : isHashing ? .hash : .text
  }

  /// Sends values as they are to the text or the hash.
  private mutating func reset(_ isHashing: Bool) {
    self.isHashing = isHashing
    if isMasking { (mask, omission) = (nil, nil) }
    mode = isHashing ? .hash : .text
  }

  /// Whether values pass a mask or are left out.
  var isMasking: Bool {
    // A debug build calls a function to compare cases.
    @_transparent get { if case .masked = mode { true } else { false } }
  }

  /// Empties the sink, for text.
  mutating func resetForText(level: Int = 0) {
    reset(false)
    text.reset(level: level)
  }

  /// Empties the sink, for a hash.
  mutating func resetForHash(collectsOutline: Bool) {
    reset(true)
    hash.reset(collectsOutline: collectsOutline)
  }

  /// Empties the sink, for text without the values whose hashes are known.
  mutating func resetForSketch() {
    hash.reset(collectsOutline: false)
    resetForText()
    text.omitKeptValues()
  }

  /// Whether values whose hashes are known are left out of the text.
  var isSketching: Bool { mode == .text && text.omissions != nil }

  /// Sends values to the hash while parts of an omitted value are hashed, and back to the text.
  mutating func hashParts(_ isHashing: Bool) {
    self.isHashing = isHashing
    setMode()
  }

  /// Whether an outline would list the members of an object that comes next.
  func listsMembers(count: Int) -> Bool {
    isHashing ? hash.listsMembers(count: count) : text.level <= 1 && count <= StateOutline.childLimit
  }

  /// Empties the sink and keeps its mode.
  mutating func restart(level: Int) {
    if isHashing { resetForHash(collectsOutline: hash.outline != nil) } else { resetForText(level: level) }
  }

  /// Whether values go into a hash as they are.
  var isOnlyHashing: Bool { mode == .hash }

  var keepsOrder: Bool { isHashing ? hash.keepsOrder : text.keepsOrder }
  var level: Int { isHashing ? hash.level + (omission?.level ?? 0) : text.level }
  var deepest: Int { isHashing ? hash.deepest : text.deepest }

  mutating func null() {
    switch mode {
    case .text: text.null()
    case .hash: hash.null()
    case .masked: replace(with: .null, nil)
    }
  }

  mutating func bool(_ value: Bool) {
    switch mode {
    case .text: text.bool(value)
    case .hash: hash.bool(value)
    case .masked: if spares() { bool(value) } else { replace(with: false, value.hashValue) }
    }
  }

  mutating func integer(_ value: Int64) {
    switch mode {
    case .text: text.integer(value)
    case .hash: hash.integer(value)
    case .masked:
      if spares(isLong: value.magnitude >= 100, isStandIn: value == 0) {
        integer(value)
      } else {
        replace(with: 0, value.hashValue)
      }
    }
  }

  mutating func double(_ value: Double) {
    switch mode {
    case .text: text.double(value)
    case .hash: hash.double(value)
    case .masked:
      if spares(isLong: value.magnitude >= 100, isStandIn: value == 0) {
        double(value)
      } else {
        replace(with: 0, value.hashValue)
      }
    }
  }

  mutating func float(_ value: Float) {
    switch mode {
    case .text: text.float(value)
    case .hash: hash.float(value)
    case .masked:
      if spares(isLong: value.magnitude >= 100, isStandIn: value == 0) {
        float(value)
      } else {
        replace(with: 0, value.hashValue)
      }
    }
  }

  mutating func number(literal: String) {
    switch mode {
    case .text: text.number(literal: literal)
    case .hash: hash.number(literal: literal)
    case .masked:
      if spares(isLong: literal.utf8.count >= 3, isStandIn: literal == "0") {
        number(literal: literal)
      } else {
        replace(with: 0, literal.hashValue)
      }
    }
  }

  mutating func nonFinite(_ text: String) {
    switch mode {
    case .text: self.text.string(text)
    case .hash: hash.string(text)
    case .masked: if spares() { nonFinite(text) } else { replace(with: 0, text.hashValue) }
    }
  }

  mutating func string(_ value: String) {
    if detects, !isMasking {
      var isSuspect = false
      value.withBytes(do: { isSuspect = SecretFormats.isSuspect($0, triggers) })
      if isSuspect { return detect(value) }
    }
    switch mode {
    case .text: text.string(value)
    case .hash: hash.string(value)
    case .masked: maskedString(value)
    }
  }

  mutating func beginArray() {
    switch mode {
    case .text: text.beginArray()
    case .hash: hash.beginArray()
    case .masked: maskedBegin(isArray: true)
    }
  }

  mutating func endArray() {
    switch mode {
    case .text: text.endArray()
    case .hash: hash.endArray()
    case .masked: maskedEnd(isArray: true)
    }
  }

  mutating func beginObject() {
    switch mode {
    case .text: text.beginObject()
    case .hash: hash.beginObject()
    case .masked: maskedBegin(isArray: false)
    }
  }

  mutating func endObject() {
    switch mode {
    case .text: text.endObject()
    case .hash: hash.endObject()
    case .masked: maskedEnd(isArray: false)
    }
  }

  mutating func raw(_ document: JSONDocument) {
    switch mode {
    case .text: text.raw(document)
    case .hash: hash.raw(document)
    case .masked: maskedRaw(document)
    }
  }

  mutating func key(_ key: String) {
    if let log { note(key, in: log) }
    switch mode {
    case .text: text.key(key)
    case .hash: hash.key(key)
    case .masked: maskedKey(key)
    }
  }

  @inline(never)
  private mutating func note(_ key: String, in log: RedactionLog) {
    lastKey = nil
    log.key = key
  }

  @_transparent
  mutating func key(_ key: String, _ prepared: UnsafeMutablePointer<PreparedKey>) {
    if !self.key(prepared) { self.key(key) }
  }

  /// Takes a prepared key; `false` if the sink needs its text.
  mutating func key(_ prepared: UnsafeMutablePointer<PreparedKey>) -> Bool {
    switch mode {
    case .text: text.key(prepared)
    case .hash: hash.key(prepared)
    case .masked: return false
    }
    lastKey = prepared
    return true
  }

  /// A secret's hash is never used: the sink must receive its values.
  mutating func kept(_ value: some StateHashProviding) -> Bool {
    switch mode {
    case .text: text.kept(value)
    case .hash: hash.kept(value)
    case .masked: isLeftOut()
    }
  }

  /// Takes a value that provides its hash with those of its members.
  mutating func kept(withMembers value: some MemberHashProviding) -> Bool {
    switch mode {
    case .text: text.kept(value)
    case .hash: hash.kept(withMembers: value)
    case .masked: isLeftOut()
    }
  }
}
