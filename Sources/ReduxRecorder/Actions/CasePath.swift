import RuntimeLayout
import StateCoding
import StateTree

/// The cases of an enum and of the enums nested in its payloads.
struct CasePath {
  /// A case, and the enum that has it.
  struct Step {
    var type: Any.Type
    var name: String
  }

  private(set) var steps: [Step] = []
  /// The most cases that a label names. A path can be thousands deep; that of a form in a sheet in a stack has nine.
  private static let limit = 12

  /// Whether the types alone determine where the path ends, so that its cases determine the whole path.
  private(set) var isFixedByTypes = true

  /// Finds the cases by reflection.
  init(of value: Any) { follow(value) }

  private mutating func follow(_ value: Any) {
    if let custom = value as? any CustomRecordable {
      isFixedByTypes = false
      if let name = custom.recordedForm.name { return append(name, of: value) }
    }
    let mirror = Mirror(reflecting: value)
    if CasePath.isReflectedFreely(value) || mirror.displayStyle == .class { isFixedByTypes = false }
    // A binding's action is known by the property that it sets.
    if !steps.isEmpty, mirror.displayStyle == .struct,
      let path = mirror.children.first(where: { $0.label == "keyPath" })?.value as? AnyKeyPath
    {
      isFixedByTypes = false
      if let name = path.memberName { append(name, of: value) }
      return
    }
    guard mirror.displayStyle == .enum else { return }
    guard let payload = mirror.children.first else {
      guard let name = Reflection.caseName(of: value) else { return isFixedByTypes = false }
      return steps.append(Step(type: type(of: value), name: name))
    }
    guard let name = payload.label else { return isFixedByTypes = false }
    steps.append(Step(type: type(of: value), name: name))
    // These are values, not nested actions.
    if steps.count == CasePath.limit { return }
    let inner = CasePath.action(in: payload.value) ?? payload.value
    if inner is any RawRepresentable || inner is any CaseIterable || inner is JSONValue { return }
    follow(inner)
  }

  /// The action beside other values of a case, such as an element's `id`.
  private static func action(in payload: Any) -> Any? {
    let values = Mirror(reflecting: payload)
    guard values.displayStyle == .tuple, let last = values.children.suffix(1).first, last.label == "action" else {
      return nil
    }
    return last.value
  }

  /// Ends the path with a name that differs from value to value.
  private mutating func append(_ name: String, of value: Any) {
    steps.append(Step(type: type(of: value), name: name))
    isFixedByTypes = false
  }

  /// Whether a value's own mirror may show anything. The mirrors of the toolchain's types show no cases.
  private static func isReflectedFreely(_ value: Any) -> Bool {
    guard value is any CustomReflectable else { return false }
    let name = _typeName(type(of: value), qualified: true)
    return !name.hasPrefix("Swift.") && !name.hasPrefix("Foundation")
  }

  /// Whether all values of the type with the same trail have the same path.
  ///
  /// They do if the trail has the compiler's key type for each step: the conformances are then synthesised, and each
  /// case has its own key type.
  func isDetermined(by trail: CaseTrail) -> Bool {
    guard isFixedByTypes else { return false }
    let keys = trail.keys
    return steps.count <= keys.count
      && zip(steps, keys).allSatisfy { step, keys in
        let first = step.name.prefix(1)
        let start = first.utf8.count == 1 ? first.uppercased() : String(first)
        return TypeName.of(keys) == TypeName.of(step.type) + "." + start + step.name.dropFirst() + "CodingKeys"
      }
  }
}
