#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 with padding (RFC 4648, section 4), for arbitrary bytes in a JSON string.
enum Base64 {
  static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    text += Data(bytes).base64EncodedData()
  }

  static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map(Array.init)
  }
}
