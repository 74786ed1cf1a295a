import RuntimeLayout
import StateTree
import Synchronization
import SystemSupport

/// One walk through a value by reflection.
package final class Reflection {
  /// The most parts of a value that are encoded, apart from those of plain values.
  static let limit = 100_000
  /// The most levels that are encoded. The rest of `JSONLimits.default.depth` is for parts that encode themselves.
  static let depthLimit = 448
  /// The bytes of stack that are kept for the rest of a walk, and for parts that encode themselves.
  private static let stackReserve: UInt = 128 << 10
  /// The levels that are encoded without looking at the stack.
  private static let freeLevels = 16

  /// Whether the app's own types are reflected even if they have an encoding.
  let everything: Bool
  let context: ReflectionContext
  private var count = 0
  private var depth = 0
  /// The lowest address of the thread's stack, once it is needed; 0 if it isn't known.
  private var stackLimit: UInt?
  /// The objects around the part that is encoded: the outermost ones, and the others.
  private var entered: [ObjectIdentifier] = []
  private var deeplyEntered: Set<ObjectIdentifier> = []
  private static let searched = 16
  /// The knowledge about the types that were met last, each at its index.
  private var forms = [(any ReflectedForm)?](repeating: nil, count: 32)
  private var cases = [KnownCase?](repeating: nil, count: 32)
  private var plans = [ObjectPlan?](repeating: nil, count: 32)
  /// The encoder's core, if parts go straight into a stream. They are then encoded where they are in memory.
  private(set) unowned(unsafe) var core: EncodingCore?
  /// Whether the encoder is this module's, which runs again if a part's own encoding throws.
  private(set) var isRepeatable = false

  init(everything: Bool, sharing context: ReflectionContext) {
    self.everything = everything
    self.context = context
  }

  /// Calls the body while the walk belongs to an encoder.
  func begin(in encoder: any Encoder, _ body: () throws -> Void) rethrows {
    guard let stream = encoder as? StreamEncoder else {
      isRepeatable = encoder is TreeEncoder
      return try body()
    }
    isRepeatable = true
    core = stream.core
    let outer = stream.core.context
    stream.core.context = self
    defer {
      stream.core.context = outer
      core = nil
    }
    try body()
  }

  /// The form of a type.
  func form(of type: Any.Type) -> any ReflectedForm {
    let index = Reflection.index(of: type)
    if let known = forms[index], known.type == type { return known }
    let form = ReflectedForms.form(of: type, everything ? .everything : .none)
    forms[index] = form
    return form
  }

  /// The plan for a class.
  func plan(of type: AnyClass) -> ObjectPlan {
    let index = Reflection.index(of: type)
    if let known = plans[index], known.type == type { return known }
    let plan = ObjectPlan.of(type, everything)
    plans[index] = plan
    return plan
  }

  /// The key of an enum's case, by the address of its name, and whether the case has a payload. The runtime finds that out
  /// anew each time.
  func knownCase(_ name: UnsafePointer<CChar>, _ hasPayload: () -> Bool) -> KnownCase {
    let index = Int(bitPattern: UInt(bitPattern: name) &* 0x9E37_79B1 &>> 12 & 31)
    if let known = cases[index], known.address == name { return known }
    let known = KnownCase(address: name, key: NameKey(String(cString: name)), hasPayload: hasPayload())
    cases[index] = known
    return known
  }

  struct KnownCase {
    let address: UnsafePointer<CChar>
    let key: NameKey
    let hasPayload: Bool
  }

  /// The place of a type's knowledge in a cache.
  private static func index(of type: Any.Type) -> Int {
    Int(bitPattern: UInt(bitPattern: ObjectIdentifier(type)) &>> 4 & 31)
  }

  // MARK: Parts

  /// Encodes a value of any type.
  func encode(_ value: Any, to encoder: any Encoder) throws {
    func open<Value>(_ value: Value) throws {
      let form = form(of: Value.self)
      try withUnsafePointer(to: value) { try encode(form, UnsafeRawPointer($0), to: encoder) }
    }
    try _openExistential(value, do: open)
  }

  /// Encodes the value at an address.
  func encode(_ form: any ReflectedForm, _ address: UnsafeRawPointer, to encoder: any Encoder) throws {
    guard try takesPart(form) else { return try encodeOpaque(form.typeName, to: encoder) }
    try form.encode(address, to: encoder, self)
  }

  /// Encodes a member with a value of any type.
  func encode(
    _ value: Any, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>
  ) throws {
    func open<Value>(_ value: Value) throws {
      let form = form(of: Value.self)
      try withUnsafePointer(to: value) { try form.encode(UnsafeRawPointer($0), under: key, in: &container, self) }
    }
    try _openExistential(value, do: open)
  }

  /// Counts a part; `false` beyond the limit. Plain values don't count: they can't be shared by many others, and a
  /// collection of them may be followed without a look at each.
  func takesPart(_ form: any ReflectedForm) throws -> Bool {
    if form.isPlain { return true }
    count += 1
    if count <= Reflection.limit { return true }
    if isRepeatable, !context.needsOrder.exchange(true, ordering: .relaxed) { throw RepeatedRun() }
    return false
  }

  /// Calls the body one level deeper; writes the name of the type beyond the limit.
  func nest(_ name: @autoclosure () -> String, to encoder: any Encoder, _ body: () throws -> Void) throws {
    guard depth < context.fittingLevels.load(ordering: .relaxed), try fitsOnStack() else {
      // The place decides how it is encoded, so the hash doesn't follow from the bytes.
      core?.pathReads &+= 1
      return try encodeOpaque(name(), to: encoder)
    }
    depth += 1
    defer { depth -= 1 }
    try body()
  }

  /// Whether the thread's stack has room for another level.
  private func fitsOnStack() throws -> Bool {
    guard depth >= Reflection.freeLevels else { return true }
    if stackLimit == nil { stackLimit = Platform.stackLimit ?? 0 }
    guard let stackLimit, stackLimit > 0 else { return true }
    var local = depth
    let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    guard here > stackLimit, here - stackLimit < Reflection.stackReserve else { return true }
    let fitting = max(depth - Reflection.freeLevels / 2, Reflection.freeLevels)
    let before = context.fittingLevels.min(fitting, ordering: .relaxed).oldValue
    if isRepeatable, fitting < before { throw RepeatedRun() }
    return false
  }

  /// Enters an object; `false` if the walk is inside it already.
  func enters(_ object: AnyObject) -> Bool {
    let id = ObjectIdentifier(object)
    // A few objects are around each other at most, unless they are linked.
    if entered.contains(id) { return false }
    guard entered.count < Reflection.searched else { return deeplyEntered.insert(id).inserted }
    entered.append(id)
    return true
  }

  func leaves(_ object: AnyObject) {
    if !deeplyEntered.isEmpty, deeplyEntered.remove(ObjectIdentifier(object)) != nil { return }
    entered.removeLast()
  }

  func encodeOpaque(_ type: String, of object: AnyObject? = nil, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(type, forKey: NameKey("$opaque"))
    guard let object, case let number = context.number(of: object), number > 1 else { return }
    try container.encode(number, forKey: NameKey("instance"))
  }

  // MARK: Own encodings

  /// Whether a value's `encode(to:)` succeeds, and the result fits below this level. Half an encoding can't be undone.
  func canEncode(_ value: some Encodable) -> Bool {
    do {
      return try EncodingSession.withPooled { session in
        _ = try session.hash(value)
        return depth + session.deepest <= JSONLimits.default.depth
      }
    } catch {
      return false
    }
  }

  /// Whether the stream nests deeper than allowed.
  var isTooDeep: Bool { core.map { $0.sink.deepest > JSONLimits.default.depth } ?? false }
}
