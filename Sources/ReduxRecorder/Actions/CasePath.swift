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
  /// The most cases that a label names. A path can be thousands deep.
  private static let limit = 3

  /// Whether the types alone determine where the path ends, so that its cases determine the whole path.
  private(set) var isFixedByTypes = true

  /// Finds the cases by reflection.
  init(of value: Any) { follow(value) }

  private mutating func follow(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    if CasePath.isReflectedFreely(value) || mirror.displayStyle == .class { isFixedByTypes = false }
    guard mirror.displayStyle == .enum else { return }
    guard let payload = mirror.children.first else {
      guard let name = Reflection.caseName(of: value) else { return isFixedByTypes = false }
      return steps.append(Step(type: type(of: value), name: name))
    }
    guard let name = payload.label else { return isFixedByTypes = false }
    steps.append(Step(type: type(of: value), name: name))
    // These are values, not nested actions.
    if steps.count == CasePath.limit { return }
    if payload.value is any RawRepresentable || payload.value is any CaseIterable || payload.value is JSONValue {
      return
    }
    follow(payload.value)
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
