import RuntimeLayout
import StatePrivacy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Codable description of any error, for actions and states.
///
/// It encodes as an object of its members, without a `domain` or `code` that is `nil`.
///
/// **The description is a value like any other:** a recorder's rules apply to it. The description of a `RedactableError`
/// is its `redactedDescription`.
public struct CodableError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The name of the error's type, without its module: `LoginError`.
  public var type: String
  /// The error's description.
  public var description: String
  /// The error's domain, such as `NSURLErrorDomain`; `nil` for most Swift errors.
  public var domain: String?
  /// The code in that domain.
  public var code: Int?

  /// Creates an error from its members.
  public init(type: String, description: String, domain: String? = nil, code: Int? = nil) {
    self.type = type
    self.description = description
    self.domain = domain
    self.code = code
  }

  /// Describes an error; a `CodableError` stays as it is.
  public init(_ error: any Error) {
    if let known = error as? CodableError {
      self = known
      return
    }
    self.init(type: TypeName.of(Swift.type(of: error)), description: CodableError.description(of: error))
    (domain, code) = CodableError.place(of: error)
  }

  /// The domain and the code of an `NSError` or a `CustomNSError`.
  static func place(of error: any Error) -> (domain: String?, code: Int?) {
    let type = Swift.type(of: error)
    // Without `NSError`, these two don't provide their domain and code. Comparing types instead of casting, because on Linux
    // every `NSError` can be cast to them.
    if type == CocoaError.self, let error = error as? CocoaError {
      return (CocoaError.errorDomain, number(of: error.code))
    }
    if type == POSIXError.self, let error = error as? POSIXError {
      return (POSIXError.errorDomain, number(of: error.code))
    }
    // The domain of a Swift error is its type, and its code is the index of its case.
    return error._domain == String(reflecting: type) ? (nil, nil) : (error._domain, error._code)
  }

  /// A code's number, by the protocol: that of `POSIXErrorCode` is a member of the system's module.
  private static func number(of code: some RawRepresentable<some BinaryInteger>) -> Int { Int(code.rawValue) }

  private static func description(of error: any Error) -> String {
    switch error {
    case let error as any RedactableError: error.redactedDescription
    // Their own descriptions name no coding path.
    case is DecodingError, is EncodingError: error.explanation
    case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
    default: String(describing: error)
    }
  }
}

extension CodableError: LocalizedError {
  /// The description, for `localizedDescription`.
  public var errorDescription: String? { description }
}
