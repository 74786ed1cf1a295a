#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can be kept of an error of any type: for actions and states, which must not hold the error itself to be coded.
///
/// Encoded, it is an object of its members; `domain` and `code` are left out where they are `nil`. **The description is a value like any other:** the rules of a recorder decide about it. Of a `RedactableError` it
/// is what that says may be written.
public struct CodableError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The name of the error's type, without its module: `LoginError`.
  public var type: String
  /// What the error says of itself.
  public var description: String
  /// The domain of an error that has one of its own: `NSURLErrorDomain`.
  public var domain: String?
  /// The code in that domain.
  public var code: Int?

  /// Creates an error of its members.
  public init(type: String, description: String, domain: String? = nil, code: Int? = nil) {
    self.type = type
    self.description = description
    self.domain = domain
    self.code = code
  }

  /// Keeps of an error what can be kept; one that is a `CodableError` already is taken as it is.
  public init(_ error: any Error) {
    if let known = error as? CodableError {
      self = known
      return
    }
    self.init(type: TypeName.of(Swift.type(of: error)), description: CodableError.description(of: error))
    (domain, code) = CodableError.place(of: error)
  }

  /// The domain and the code of an error that has them: an `NSError`, or one that has become one by `CustomNSError`.
  private static func place(of error: any Error) -> (domain: String?, code: Int?) {
    let type = Swift.type(of: error)
    // Without Foundation's `NSError` these two don't say theirs by themselves. The type is asked for, since a cast makes one
    // of them of every `NSError` on Linux.
    if type == CocoaError.self, let error = error as? CocoaError {
      return (CocoaError.errorDomain, number(of: error.code))
    }
    if type == POSIXError.self, let error = error as? POSIXError {
      return (POSIXError.errorDomain, number(of: error.code))
    }
    // An error of Swift has its type instead, and the place of its case among the cases.
    return error._domain == String(reflecting: type) ? (nil, nil) : (error._domain, error._code)
  }

  /// A code's number, by the protocol: that of `POSIXErrorCode` is a member of the system's module.
  private static func number(of code: some RawRepresentable<some BinaryInteger>) -> Int { Int(code.rawValue) }

  private static func description(of error: any Error) -> String {
    switch error {
    case let error as any RedactableError: error.redactedDescription
    // Theirs would be a sentence for users, which names no place.
    case is DecodingError, is EncodingError: error.explanation
    case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
    default: String(describing: error)
    }
  }
}

extension CodableError: LocalizedError {
  /// The description, so that it is what `localizedDescription` gives.
  public var errorDescription: String? { description }
}
