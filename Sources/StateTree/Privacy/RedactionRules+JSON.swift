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
    object["names"] = .array(names.map { .string($0) })
    for (name, list) in SecretDetection.lists where !detection[keyPath: list].isEmpty {
      object[name] = .array(detection[keyPath: list].map { .string($0) })
    }
    if !detection.formats.isEmpty { object["formats"] = .array(detection.formats.map { .string($0.rawValue) }) }
    if !exempt.isEmpty { object["exempt"] = .array(exempt.map { .string($0.description) }) }
    if let allowed { object["allow"] = .array(allowed.map { .string($0.description) }) }
    if writesFreeText { object["text"] = .bool(true) }
    return object
  }

  /// Reads the rules of a journal's header; `nil` if they are invalid. Ignores unknown members.
  package init?(json: JSONObject) {
    guard let volatile = RedactionRules.pointers(json["volatile"]) else { return nil }
    guard json["redact"] != nil || json["names"] != nil || json["allow"] != nil else {
      self = .off.leavingOut(volatile)
      return
    }
    guard let redacted = RedactionRules.pointers(json["redact"]), let names = RedactionRules.texts(json["names"]),
      let allowed = RedactionRules.pointers(json["allow"]), let exempt = RedactionRules.pointers(json["exempt"]),
      let formats = RedactionRules.texts(json["formats"])
    else { return nil }
    // Formats are ignored if they are unknown, like the members of a later version.
    var detection = SecretDetection(formats: formats.compactMap(SecretFormat.init))
    for (name, list) in SecretDetection.lists {
      guard let texts = RedactionRules.texts(json[name]) else { return nil }
      detection[keyPath: list] = texts
    }
    self.init(
      redacting: redacted, exempting: exempt, names: names, detecting: detection,
      allowing: json["allow"] == nil ? nil : allowed, writingFreeText: json["text"] == .bool(true))
    self.volatile = volatile
  }

  private static func texts(_ value: JSONValue?) -> [String]? {
    guard let value else { return [] }
    guard case .array(let elements) = value else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  private static func pointers(_ value: JSONValue?) -> [Pointer]? {
    guard let texts = texts(value) else { return nil }
    guard texts.reduce(0, { $0 + JSONPointer.tokenCount(of: $1) }) <= maximumTokens else { return nil }
    let pointers = texts.compactMap { try? Pointer(parsing: $0) }
    return pointers.count == texts.count ? pointers : nil
  }
}
