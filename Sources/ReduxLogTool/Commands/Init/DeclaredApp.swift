import CommandLineKit
import SystemSupport

/// An app that a package's sources declare.
struct DeclaredApp: Hashable {
  /// The target that declares it.
  let module: String
  /// The type's name.
  let name: String
  /// Whether other targets of the package can use the type.
  let isVisible: Bool
  /// The app's name in journals; `nil` if the source doesn't show it.
  let recordedName: String?

  /// The largest source file that is searched.
  private static let maximumBytes = 4 << 20

  /// The name without the types around it and without its ending `App`: `Steps`.
  var stem: String {
    let own = name.split(separator: ".").last.map(String.init) ?? name
    return own.count > 3 && own.hasSuffix("App") ? String(own.dropLast(3)) : own
  }

  /// The apps that the sources of a package declare, in the order of their files.
  ///
  /// - Throws: `SystemError` for a folder that can't be read, `InputError` for such a file.
  static func all(inPackage folder: String) throws -> [DeclaredApp] {
    let sources = folder + "/Sources"
    guard Platform.isFolder(sources) else { return [] }
    var apps: [DeclaredApp] = []
    for module in try Platform.names(inFolder: sources).sorted() where Platform.isFolder("\(sources)/\(module)") {
      try search("\(sources)/\(module)", of: module, &apps)
    }
    return apps
  }

  private static func search(_ folder: String, of module: String, _ apps: inout [DeclaredApp]) throws {
    for name in try Platform.names(inFolder: folder).sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if Platform.isFolder(path), !Platform.isLink(path) {
        try search(path, of: module, &apps)
      } else if name.hasSuffix(".swift"), let status = try? Platform.status(of: path), status.kind == .regular,
        status.byteCount <= maximumBytes
      {
        let text = String(decoding: try DescriptorInput(path: path, interruption: .never).readAll(), as: UTF8.self)
        apps += declarations(in: text, of: module)
      }
    }
  }

  /// The apps that a source text declares.
  static func declarations(in text: String, of module: String) -> [DeclaredApp] {
    let declaration =
      #/^[ \t]*(?<modifiers>(?:[a-z]+ )*)(?<kind>enum|struct|class|actor|extension) (?<name>[\w.]+)[ \t]*:(?<list>[^{\n]*)\{/#
      .anchorsMatchLineEndings()
    return text.matches(of: declaration).compactMap { match in
      guard match.list.contains(#/\bReplayableApp\b/#) else { return nil }
      let body = text[match.range.upperBound...]
      let end = body.firstRange(of: "\n}")?.lowerBound ?? body.endIndex
      let recordedName = body[..<end].firstMatch(
        of: #/static (?:let|var) name(?:: String)? (?:=|\{) "(?<name>[\w-]+)"/#)?.name
      return DeclaredApp(
        module: module, name: String(match.name),
        isVisible: isVisible(match.modifiers) ?? (match.kind == "extension" && isDeclaredVisible(match.name, in: text)),
        recordedName: recordedName.map(String.init))
    }
  }

  /// Whether modifiers make a type visible; `nil` if they say nothing.
  private static func isVisible(_ modifiers: Substring) -> Bool? {
    modifiers.contains("public ") || modifiers.contains("package ") ? true : nil
  }

  /// Whether a type that is extended is visible. One that another file declares is taken to be.
  private static func isDeclaredVisible(_ name: Substring, in text: String) -> Bool {
    let declaration = #/(?<modifiers>(?:[a-z]+ )*)(?:enum|struct|class|actor) (?<name>\w+)/#
    guard let match = text.matches(of: declaration).first(where: { $0.name == name }) else { return true }
    return isVisible(match.modifiers) ?? false
  }
}
