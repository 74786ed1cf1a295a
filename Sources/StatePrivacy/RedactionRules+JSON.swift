package import StateTree

extension RedactionRules {
  /// The rules as JSON, for a journal's header: an empty object if nothing is redacted or volatile.
  package var json: JSONObject {
    var object = redactionJSON
    if !volatile.isEmpty { object["volatile"] = .array(volatile.map { .string($0.description) }) }
    return object
  }

  private var redactionJSON: JSONObject {
    var object = JSONObject()
    guard isOn else { return object }
    object["redact"] = .array(redacted.map { .string($0.description) })
    for (name, value) in listsJSON { object[name] = value }
    if !exempt.isEmpty { object["exempt"] = .array(exempt.map { .string($0.description) }) }
    if let allowed { object["allow"] = .array(allowed.map { .string($0.description) }) }
    if writesFreeText { object["text"] = .bool(true) }
    return object
  }

  /// The lists: the version of the default lists and what differs from them, if that is shorter than all texts.
  private var listsJSON: [(name: String, value: JSONValue)] {
    let lists = lists
    let count = lists.reduce(0) { $0 + $1.texts.count }
    for usual in SecretLists.all.reversed() {
      var (added, removed) = (JSONObject(), JSONObject())
      var changes = 0
      for (list, old) in zip(lists, usual.rules.lists) {
        let new = list.texts.filter { [known = Set(old.texts)] in !known.contains($0) }
        let gone = old.texts.filter { [kept = Set(list.texts)] in !kept.contains($0) }
        // Lists in another order, or with a text twice, are written in full.
        if RedactionRules.texts(old.texts, without: gone, with: new) != list.texts { changes = count }
        if !new.isEmpty { added[list.name] = .array(new.map { .string($0) }) }
        if !gone.isEmpty { removed[list.name] = .array(gone.map { .string($0) }) }
        changes += new.count + gone.count
      }
      guard changes < count else { continue }
      let parts = [("add", added), ("remove", removed)].filter { !$1.isEmpty }.map { ($0, JSONValue.object($1)) }
      return [("names", .string(usual.name))] + parts
    }
    return lists.filter { $0.name == "names" || !$0.texts.isEmpty }.map { ($0, .array($1.map { .string($0) })) }
  }

  /// The texts of all lists, by the names of the lists in a journal's header.
  private var lists: [(name: String, texts: [String])] {
    [("names", names)] + SecretDetection.lists.map { ($0, detection[keyPath: $1]) }
      + [("formats", detection.formats.map(\.rawValue))]
  }

  /// The names of the versions of the default lists that this package knows.
  package static var knownLists: String { SecretLists.all.map(\.name).joined(separator: ", ") }

  /// The version of the default lists that the rules of a journal's header name, if this package doesn't know it.
  package static func unknownLists(in json: JSONObject) -> String? {
    json["names"]?.string.flatMap { SecretLists.named($0) == nil ? $0 : nil }
  }

  /// Reads the rules of a journal's header; `nil` if they are invalid. Ignores unknown members.
  package init?(json: JSONObject) {
    guard let volatile = RedactionRules.pointers(json["volatile"]) else { return nil }
    guard json["redact"] != nil || json["names"] != nil || json["allow"] != nil else {
      self = .off.leavingOut(volatile)
      return
    }
    guard let redacted = RedactionRules.pointers(json["redact"]), let allowed = RedactionRules.pointers(json["allow"]),
      let exempt = RedactionRules.pointers(json["exempt"]), let lists = RedactionRules.lists(json)
    else { return nil }
    // Formats are ignored if they are unknown, like the members of a later version.
    var detection = SecretDetection(formats: (lists["formats"] ?? []).compactMap(SecretFormat.init))
    for (name, list) in SecretDetection.lists { detection[keyPath: list] = lists[name] ?? [] }
    self.init(
      redacting: redacted, exempting: exempt, names: lists["names"] ?? [], detecting: detection,
      allowing: json["allow"] == nil ? nil : allowed, writingFreeText: json["text"] == .bool(true))
    self.volatile = volatile
  }

  /// The texts of all lists by the names of the lists; `nil` if they are invalid.
  private static func lists(_ json: JSONObject) -> [String: [String]]? {
    var (base, added, removed) = (RedactionRules(names: []), json, JSONObject())
    if let name = json["names"]?.string {
      guard let usual = SecretLists.named(name), let add = changes(json["add"]), let remove = changes(json["remove"])
      else { return nil }
      (base, added, removed) = (usual.rules, add, remove)
    }
    var lists: [String: [String]] = [:]
    for (name, old) in base.lists {
      guard let new = texts(added[name]), let gone = texts(removed[name]) else { return nil }
      lists[name] = texts(old, without: gone, with: new)
    }
    return lists
  }

  private static func changes(_ value: JSONValue?) -> JSONObject? {
    value.map(\.object) ?? JSONObject()
  }

  private static func texts(_ old: [String], without gone: [String], with new: [String]) -> [String] {
    old.filter { [gone = Set(gone)] in !gone.contains($0) } + new
  }

  private static func texts(_ value: JSONValue?) -> [String]? {
    guard let value else { return [] }
    guard case .array(let elements) = value else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  /// Reads a list of pointers from a journal's header; none if it is missing, `nil` if it is invalid.
  package static func pointers(_ value: JSONValue?) -> [Pointer]? {
    guard let texts = texts(value) else { return nil }
    guard texts.reduce(0, { $0 + JSONPointer.tokenCount(of: $1) }) <= maximumTokens else { return nil }
    let pointers = texts.compactMap { try? Pointer(parsing: $0) }
    return pointers.count == texts.count ? pointers : nil
  }
}
