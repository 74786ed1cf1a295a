#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The reason why a recorded session isn't what a test expects.
///
/// Swift Testing gets it as an issue with attachments. Elsewhere, such as in XCTest, it is thrown.
public struct ReplayFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The journal and its line, what is wrong there, and the difference, in several lines.
  public let description: String
}

extension ReplayFailure: LocalizedError {
  /// The same text, for XCTest on Apple's platforms.
  public var errorDescription: String? { description }
}
