import Expectations
import Foundation
import TestSupport
import Testing

/// `docs/explanation/architecture.md` names only what exists: in its prose, its tables and its blocks.
///
/// Each test takes a second: it searches all sources.
struct ArchitecturePageTests {
  private let page: MarkdownPage
  private let modules: Set<String>
  private let sources: [(path: String, text: String)]

  init() throws {
    page = MarkdownPage(try Repository.text("docs/explanation/architecture.md"))
    modules = Set(try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources")))
    sources = try Repository.swiftFiles(in: "Sources").map { ($0, try Repository.text($0)) }
  }

  @Test func `a module imports only modules further down in the list`() throws {
    let list = try #require(page.blocks("").first { $0.heading == "Modules" })
    let order = list.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(order) == modules && order.count == modules.count)
    var wrong: [String] = []
    for source in sources {
      let module = source.path.split(separator: "/")[1]
      let below = order.drop { $0 != module }.dropFirst()
      for line in source.text.split(separator: "\n") where !line.hasPrefix("//") {
        let words = line.split(separator: " ").map(String.init)
        guard words.dropLast().last == "import", let name = words.last, modules.contains(name), !below.contains(name)
        else { continue }
        wrong.append("\(source.path): \(line)")
      }
    }
    expectEqual(wrong, [])
  }

  @Test func `each type, file and member in the prose and the tables exists`() throws {
    for word in page.codeWords {
      if word.wholeMatch(of: /[A-Z]\w+(\+\w+)?\.swift/) != nil {
        #expect(sources.contains { $0.path.hasSuffix("/\(word)") }, "\(word)")
      } else if let call = Call(word), call.type != nil {
        #expect(isThere(call), "\(word)")
      } else if word.wholeMatch(of: /\w+(\/[\w+.]+)+\/?/) != nil {
        let exists = Repository.exists("Sources/\(word)") || Repository.exists(word)
        #expect(exists, "\(word)")
      }
    }
  }

  @Test func `each call in the call trees exists`() throws {
    let trees = page.blocks("").filter { $0.text.contains("├") }
    #expect(trees.count > 2)
    for line in trees.flatMap(\.lines) {
      // Three spaces separate a remark.
      let calls = line.drop { " │├└╎".contains($0) }.split(separator: /\s{3,}/).first ?? ""
      for item in calls.split(whereSeparator: { "─,".contains($0) }) {
        let item = item.trimmingCharacters(in: .whitespaces)
        // Other items are words for what isn't code of this package.
        guard !item.contains(" ") || item.contains("(") else { continue }
        guard let call = Call(item) else {
          #expect(item.isEmpty, "\(item)")
          continue
        }
        #expect(isThere(call), "\(item)")
      }
    }
  }

  /// A type, a member of a type, or a member of a type that the page doesn't name.
  private struct Call {
    var type: String?
    var member: String?

    /// Parses `Type`, `Type.member(_:)` or `member`; `nil` for other text.
    init?(_ text: String) {
      guard let match = text.wholeMatch(of: /(?:([A-Z]\w*)(?:\.|$))?([a-z]\w*)?(?:\(.*\))?/) else { return nil }
      type = match.output.1.map(String.init)
      member = match.output.2.map(String.init)
      if type == nil, member == nil { return nil }
    }
  }

  /// Whether the sources declare the type, and the member in a file that declares or extends the type.
  private func isThere(_ call: Call) -> Bool {
    let names = DeclaredNames.ofSources
    guard let type = call.type else { return names.members[call.member ?? ""] != nil }
    guard let member = call.member else { return names.types[type] != nil || modules.contains(type) }
    return !names.types[type, default: []].isDisjoint(with: names.members[member, default: []])
  }
}

/// The names that the sources declare, each with the numbers of the files.
private struct DeclaredNames {
  static let ofSources = DeclaredNames()

  private static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias", "extension"]
  private static let members: Set<String> = ["func", "var", "let", "case"]

  private(set) var types: [String: Set<Int>] = [:]
  private(set) var members: [String: Set<Int>] = [:]

  private init() {
    for (number, file) in Repository.swiftFiles(in: "Sources").enumerated() {
      guard let text = try? Repository.text(file) else { continue }
      var keyword = ""
      // `extension Outer.Inner` extends the second.
      var isExtended = false
      for word in text.utf8.split(whereSeparator: { !DeclaredNames.isInName($0) }).lazy.map({ String(Substring($0)) }) {
        if DeclaredNames.types.contains(keyword) || isExtended { types[word, default: []].insert(number) }
        if DeclaredNames.members.contains(keyword) || word == "init" { members[word, default: []].insert(number) }
        (isExtended, keyword) = (keyword == "extension", word)
      }
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
