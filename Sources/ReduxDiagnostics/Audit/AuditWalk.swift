import RuntimeLayout
import StateCoding
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A walk through a state that compares reflection with encoding.
///
/// It encodes each value one level deep, so its time depends only on the values that it visits.
final class AuditWalk {
  /// The most elements of a collection that it visits.
  static let sample = 32
  /// The most values that it visits.
  private static let limit = 20_000
  /// The greatest depth that it visits.
  static let depthLimit = 64

  /// The names of members, which are not data.
  private(set) var names: Set<String> = []
  /// The places whose type is a date or an optional one.
  private(set) var dates: Set<JSONPointer> = []
  /// Whether it reached no limit, apart from the samples of collections.
  private(set) var isComplete = true
  private var count = 0
  private var notes = AuditNotes()
  private var entered: Set<ObjectIdentifier> = []
  private var knownLeaves: [ObjectIdentifier: Bool] = [:]
  /// Whether parts that can't be encoded are reflected.
  private let reflects: Bool

  /// Walks through a state.
  init(root: Any) {
    reflects = !(root is any Encodable)
    visit(root, at: .root)
  }

  /// The findings.
  var findings: [StateAudit.Finding] { notes.findings }

  private func visit(_ value: Any, at place: JSONPointer) {
    noteDate(value, at: place)
    if MachineSetting.isFollowed(by: value) {
      return notes.add(.machineSetting(at: place, type: TypeName.readable(type(of: value))))
    }
    guard !isLeaf(value) else { return }
    count += 1
    guard count <= AuditWalk.limit, place.tokens.count <= AuditWalk.depthLimit else { return isComplete = false }
    if let table = value as? any SampledTable {
      let place = place.appending("entities").appending("*")
      return table.first(AuditWalk.sample).forEach { visit($0, at: place) }
    }
    if Reflection.isOptional(value) {
      if let content = Reflection.content(of: value) { visit(content, at: place) }
      return
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class {
      let object = value as AnyObject
      guard entered.insert(ObjectIdentifier(object)).inserted else { return }
      defer { entered.remove(ObjectIdentifier(object)) }
      let isSeen = value is any Encodable || !Reflection.members(of: value).isEmpty
      if !place.isRoot, isSeen { notes.add(.reference(at: place, type: TypeName.readable(type(of: value)))) }
      return visitParts(of: value, mirror, at: place)
    }
    visitParts(of: value, mirror, at: place)
  }

  private func visitParts(of value: Any, _ mirror: Mirror, at place: JSONPointer) {
    switch mirror.displayStyle {
    case .collection where isPlain(value), .set where isPlain(value): return visitElements(of: mirror, at: place)
    case .dictionary where isPlain(value): return visitValues(of: mirror, at: place)
    default: break
    }
    guard let encodable = value as? any Encodable else { return visitReflected(value, mirror, at: place) }
    do {
      compare(value, mirror, with: try EncodedParts.of(encodable), at: place)
    } catch {
      notes.add(.encodingThrows(at: place, type: TypeName.readable(type(of: value))))
    }
  }

  /// Whether the coder or reflection iterates over a collection itself.
  private func isPlain(_ value: Any) -> Bool { Reflection.isCodersCollection(value) || !(value is any Encodable) }

  private func visitElements(of mirror: Mirror, at place: JSONPointer) {
    for element in mirror.children.prefix(AuditWalk.sample) { visit(element.value, at: place.appending("*")) }
  }

  private func visitValues(of mirror: Mirror, at place: JSONPointer) {
    for pair in mirror.children.prefix(AuditWalk.sample) {
      guard let value = Mirror(reflecting: pair.value).children.dropFirst().first?.value else { continue }
      visit(value, at: place.appending("*"))
    }
  }

  private func noteDate(_ value: Any, at place: JSONPointer) {
    let type = Swift.type(of: value)
    if type == Date.self || type == Date?.self { dates.insert(place) }
  }

  // MARK: Encoded parts

  private func compare(_ value: Any, _ mirror: Mirror, with parts: EncodedParts, at place: JSONPointer) {
    switch parts.form {
    case .single:
      guard case .value(let inner)? = parts.elements.first, type(of: inner) != type(of: value) else { return }
      visit(inner, at: place)
    case .unkeyed: parts.elements.prefix(AuditWalk.sample).forEach { visit($0, at: place.appending("*")) }
    case .keyed, .empty:
      if mirror.displayStyle == .enum { return compareCase(mirror, with: parts, at: place) }
      compareMembers(members(of: value), with: parts, at: place)
    }
  }

  /// The members that reflection shows; `nil` for a type with its own mirror.
  private func members(of value: Any) -> [MemberMatch.Member]? {
    guard !(value is any CustomReflectable) else { return nil }
    return Reflection.members(of: value)
  }

  private func compareMembers(_ members: [MemberMatch.Member]?, with parts: EncodedParts, at place: JSONPointer) {
    guard let members, !parts.isCut else { return visitMembers(of: parts, at: place) }
    let match = MemberMatch(members, parts)
    // Keys that are data don't name members.
    let isNamed = parts.hasOwnNames || !match.pairs.isEmpty
    if isNamed || parts.form == .empty {
      notes.add(match, of: members.map(\.name), at: place)
      names.formUnion(members.map(\.name))
    }
    for (member, encoded) in match.pairs {
      let place = encoded.place.reduce(place) { $0.appending($1) }
      names.formUnion(encoded.place)
      checkOrder(of: member.value, in: encoded.part, at: place)
      visit(encoded.part, of: member.value, at: place)
    }
    for encoded in match.unmatched {
      names.formUnion(encoded.place)
      visit(encoded.part, at: encoded.place.reduce(place) { $0.appending($1) })
    }
  }

  private func visitMembers(of parts: EncodedParts, at place: JSONPointer) {
    for member in parts.members.prefix(AuditWalk.sample) {
      let name = parts.masked(member.key)
      names.insert(name)
      visit(member.part, at: place.appending(name))
    }
  }

  /// Compares a case with a synthesised encoding; visits only the values of any other encoding.
  private func compareCase(_ mirror: Mirror, with parts: EncodedParts, at place: JSONPointer) {
    guard let payload = mirror.children.first, parts.hasOwnNames, parts.members.count == 1,
      let encoded = parts.members.first, case .container(let inner) = encoded.part, inner.form == .keyed
    else { return visitMembers(of: parts, at: place) }
    let name = parts.masked(encoded.key)
    names.formUnion([name] + (payload.label.map { [$0] } ?? []))
    let values = Mirror(reflecting: payload.value)
    let members = values.displayStyle == .tuple ? Reflection.members(of: payload.value) : [("_0", payload.value)]
    compareMembers(members, with: inner, at: place.appending(name))
  }

  /// Visits the encoded part of a member.
  private func visit(_ part: EncodedParts.Part, of member: Any, at place: JSONPointer) {
    if case .null = part { return noteDate(member, at: place) }
    guard case .container(let parts) = part, let value = Reflection.content(of: member), !isLeaf(value) else {
      return visit(part, at: place)
    }
    compare(value, Mirror(reflecting: value), with: parts, at: place)
  }

  private func visit(_ part: EncodedParts.Part, at place: JSONPointer) {
    switch part {
    case .null: break
    case .value(let value): visit(value, at: place)
    case .container(let parts):
      for element in parts.elements.prefix(AuditWalk.sample) { visit(element, at: place.appending("*")) }
      visitMembers(of: parts, at: place)
    }
  }

  /// Notes a set or a dictionary whose own order has become that of an array.
  private func checkOrder(of member: Any, in part: EncodedParts.Part, at place: JSONPointer) {
    guard let member = Reflection.content(of: member) as? any UnorderedCollection else { return }
    let encoded: [Any]
    switch part {
    case .value(let value):
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .collection else { return }
      encoded = mirror.children.prefix(AuditWalk.sample).map(\.value)
    case .container(let parts):
      encoded = parts.elements.prefix(AuditWalk.sample).compactMap { part in
        if case .value(let value) = part { value } else { nil }
      }
    case .null: return
    }
    // A few elements can be in any order by chance.
    guard encoded.count > 3, !DynamicEquality.areSorted(encoded) else { return }
    let isOwnOrder = member.orders(of: encoded.count).contains { order in
      order.count == encoded.count && zip(order, encoded).allSatisfy { DynamicEquality.areEqual($0, $1) }
    }
    if isOwnOrder { notes.add(.unstableOrder(at: place)) }
  }

  // MARK: Reflected parts

  /// Visits the parts of a value that `Reflected` encodes.
  private func visitReflected(_ value: Any, _ mirror: Mirror, at place: JSONPointer) {
    guard reflects, Reflection.rawValue(of: value) == nil else { return }
    let members: [MemberMatch.Member]
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else { return }
      let values = Mirror(reflecting: payload.value)
      members = values.displayStyle == .tuple ? Reflection.members(of: payload.value) : [("_0", payload.value)]
      return visit(members, at: place.appending(name), isNamed: true)
    case .struct, .tuple: members = Reflection.members(of: value)
    case .class, .foreignReference:
      members = Reflection.members(of: value)
      if let reason = Reflection.closedReason(of: value) {
        noteClosed(TypeName.readable(type(of: value)), StateAudit.ClosedReason(reason), at: place)
      } else if members.isEmpty {
        noteOpaque(value, at: place)
      }
    default: return Reflection.text(of: value) == nil ? noteOpaque(value, at: place) : ()
    }
    for member in Reflection.closedMembers(of: value) {
      noteClosed(member.type, member.isCopyable ? .notStrong : .noncopyable, at: place.appending(member.name))
    }
    visit(members, at: place, isNamed: !(value is any CustomReflectable))
  }

  private func noteClosed(_ type: String, _ reason: StateAudit.ClosedReason, at place: JSONPointer) {
    notes.add(.closed(at: place, type: type, reason: reason))
  }

  private func visit(_ members: [MemberMatch.Member], at place: JSONPointer, isNamed: Bool) {
    for member in members {
      if isNamed { names.insert(member.name) }
      visit(member.value, at: place.appending(isNamed ? member.name : "*"))
    }
  }

  private func noteOpaque(_ value: Any, at place: JSONPointer) {
    // A type with its own mirror hides its contents on purpose.
    if value is any CustomReflectable { return }
    notes.add(.opaque(at: place, type: TypeName.readable(type(of: value))))
  }

  /// Whether the walk trusts a value's encoding, such as one of the standard library or of Foundation.
  private func isLeaf(_ value: Any) -> Bool {
    let type = Swift.type(of: value)
    let key = ObjectIdentifier(type)
    if let known = knownLeaves[key] { return known }
    let isLeaf = !isContainer(value) && value is any Encodable && TypeName.isForeign(type) || value is JSONValue
    knownLeaves[key] = isLeaf
    return isLeaf
  }

  private func isContainer(_ value: Any) -> Bool {
    Reflection.isCodersCollection(value) || Reflection.isOptional(value)
  }
}

extension StateAudit.ClosedReason {
  fileprivate init(_ reason: ObjectAccess.Reason) {
    self =
      switch reason {
      case .actor: .actor
      case .toolchain: .toolchain
      case .guarded(let guarding): .guarded(by: guarding)
      case .unknown: .unknown
      }
  }
}
