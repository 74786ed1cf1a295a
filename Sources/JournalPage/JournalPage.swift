private import CJournalPage
import Foundation

/// One HTML file that shows a journal in any browser, from a disk or a mail, without a request.
///
/// Its content security policy allows only the page's own script and style, by their hashes.
package struct JournalPage {
  /// Receives the page's bytes, in order.
  package typealias Write = (_ bytes: [UInt8]) throws -> Void

  /// The purpose of a page's script.
  package enum Purpose: Sendable {
    /// It shows the data in the page.
    case report
    /// It reads a journal that the user drops on the page.
    case viewer
    /// Nothing: the page has no script.
    case index
  }

  private let title: String
  private let purpose: Purpose
  private let write: Write

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The page's title.
  ///   - purpose: What its script does.
  ///   - write: Receives the page's bytes, in order.
  package init(title: String, for purpose: Purpose, write: @escaping Write) {
    self.title = title
    self.purpose = purpose
    self.write = write
  }

  /// Writes everything before the data.
  package func begin() throws {
    let script = script.map { "script-src \(ContentHash(of: $0)); worker-src blob:; " } ?? ""
    let policy = """
      default-src 'none'; \(script)style-src \(ContentHash(of: Self.style)); img-src data:; base-uri 'none'; \
      form-action 'none'; require-trusted-types-for 'script'; trusted-types reduxlog
      """
    try write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(HTMLText(title).markup)</title>
      <style>
      """)
    try write(Self.style)
    try write("</style>\n</head>\n<body>\n")
  }

  /// Writes JSON text, which the script reads at once.
  package func add(json: [UInt8], id: String) throws {
    try write("<script type=\"application/json\" id=\"\(id)\">")
    try write(Self.escaped(json))
    try write("</script>\n")
  }

  /// Writes bytes that the script unpacks when it needs them.
  package func add(compressing bytes: [UInt8], id: String) throws {
    try write("<script type=\"application/octet-stream\" id=\"\(id)\">")
    try write(Array(Data(Deflate.compress(bytes)).base64EncodedData()))
    try write("</script>\n")
  }

  /// Writes everything after the data.
  ///
  /// - Parameter content: What the page shows in a browser without scripts.
  /// - Throws: The errors of `write`.
  package func end(content: HTMLText) throws {
    try write("<main id=\"page\"><div class=\"static\">\(content.markup)</div></main>\n")
    if let script {
      try write("<script>")
      try write(script)
      try write("</script>\n")
    }
    try write("</body>\n</html>\n")
  }

  private func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Escapes `<`, which JSON has only in texts, so that no text ends the script's element.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") { result += Array(#"\u003c"#.utf8) } else { result.append(byte) }
    }
    return result
  }

  private var script: [UInt8]? {
    let reader: [UInt8]
    switch purpose {
    case .report: reader = []
    case .viewer: reader = Self.bytes(of: page_reader())
    case .index: return nil
    }
    return Array("(function () {\n\"use strict\";\n".utf8) + Self.bytes(of: page_script()) + reader
      + Self.bytes(of: page_start()) + Array("})();\n".utf8)
  }

  private static var style: [UInt8] { bytes(of: page_style()) }

  private static func bytes(of asset: page_asset) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: asset.bytes, count: asset.count))
  }
}
