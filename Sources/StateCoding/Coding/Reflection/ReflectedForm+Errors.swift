import RuntimeLayout
import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Errors without an encoding: their type, what they say of themselves, and their case or their members.
final class ErrorForm<Value>: TypedForm {
  let isPlain = false
  private let everything: Bool

  init(_ everything: Bool) { self.everything = everything }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    guard let error = read(address) as? any Error else { return try walk.encodeOpaque(typeName, to: encoder) }
    let type = Swift.type(of: error) as Any.Type
    try walk.nest(TypeName.of(type), to: encoder) {
      var container = encoder.container(keyedBy: NameKey.self)
      try container.encode(TypeName.of(type), forKey: NameKey("$error"))
      try container.encodeIfPresent(CodableError.words(of: error), forKey: NameKey("says"))
      let place = CodableError.place(of: error)
      try container.encodeIfPresent(place.domain, forKey: NameKey("domain"))
      try container.encodeIfPresent(place.code, forKey: NameKey("code"))
      // The members of the toolchain's errors are in what they say.
      guard !TypeName.isOfToolchain(type) else { return }
      if let number = Reflection.rawValue(of: error) {
        try walk.encode(number, under: NameKey("rawValue"), in: &container)
      }
      try encodeMembers(of: error, type, in: &container, walk)
    }
  }

  private func encodeMembers(
    of error: Any, _ type: Any.Type, in container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection
  ) throws {
    if let type = type as? AnyClass {
      return try walk.plan(of: type).encodeMembers(of: error as AnyObject, in: &container, walk)
    }
    func open<Known>(_ error: Known) throws {
      switch FieldRecords.kind(of: Known.self) {
      case .enumeration where FieldRecords.areKnown:
        let form = CaseForm<Known>(isPlain: false)
        try withUnsafePointer(to: error) {
          try form.encodeMembers(of: UnsafeRawPointer($0), in: &container, walk)
        }
      case .structure:
        guard let records = FieldRecords(of: Known.self) else { return }
        let members = StoredMember.members(of: Known.self, records)
        let form = MembersForm<Known>(members, everything, isPlain: false)
        try withUnsafePointer(to: error) {
          try form.encodeMembers(of: UnsafeRawPointer($0), in: &container, walk)
        }
      default: break
      }
    }
    try _openExistential(error, do: open)
  }
}

extension CodableError {
  /// What an error says of itself; `nil` if it says no more than its type, its case and its members.
  static func words(of error: any Error) -> String? {
    switch error {
    case is any RedactableError, is DecodingError, is EncodingError: return CodableError(error).description
    case let error as any LocalizedError:
      if let text = error.errorDescription { return text }
    default: break
    }
    let type = Swift.type(of: error) as Any.Type
    if error is any CustomStringConvertible || error is any CustomDebugStringConvertible {
      return String(describing: error)
    }
    if FieldRecords.kind(of: type) == .enumeration { return nil }
    guard let records = FieldRecords(of: type), !records.fields.isEmpty, !TypeName.isOfToolchain(type) else {
      return String(describing: error)
    }
    return nil
  }
}
