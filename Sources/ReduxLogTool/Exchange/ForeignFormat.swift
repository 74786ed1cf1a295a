import StateTree

/// A file that `import` can't read, in words: what it is, and what to do with it.
struct ForeignFormat {
  let message: String
  let advice: String

  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }

  /// Recognizes a file of several JSON texts by the members of its first one; `nil` if it isn't one per line.
  init?(lines text: JSONParts, _ members: JSONParts.Members) {
    if members["kind"] != nil, members["format"] != nil {
      self.init(
        "the file is a journal already, so there is nothing to import", advice: "Read it with 'reduxlog log FILE'.")
      return
    }
    guard let end = try? text.end(ofValueAt: text.start()), let last = text.bytes[end...].firstIndex(of: 0x0a),
      text.start(from: end) > last, text.bytes[text.start(from: end)] == text.bytes[text.start()]
    else { return nil }
    self.init(
      "the file is NDJSON, with a JSON text on each line, and import reads a single JSON text",
      advice: "If the lines are actions, make an array of them with 'jq -s . FILE', and import that.")
  }

  /// Recognizes a file by the members of its JSON text.
  init?(document members: JSONParts.Members, of text: JSONParts) {
    func has(_ names: String...) -> Bool { names.allSatisfy { members[$0] != nil } }
    if has("kind", "format", "journal") {
      self.init(
        "the file is a journal already, so there is nothing to import", advice: "Read it with 'reduxlog log FILE'.")
    } else if has("metadata", "history") {
      self.init(
        "the file is a history of Elm's debugger, which holds messages that only the Elm program understands",
        advice: "Open it in Elm's debugger, with the program that wrote it.")
    } else if let events = members["events"], let first = try? text.parts(ofValueAt: events)?.first,
      let event = try? text.members(ofValueAt: first.offset), event["eventType"] != nil
    {
      self.init(temporal: ())
    } else {
      return nil
    }
  }

  /// Recognizes a file by the members of its array's first element.
  init?(element members: JSONParts.Members, of text: JSONParts) {
    func has(_ names: String...) -> Bool { names.allSatisfy { members[$0] != nil } }
    if has("op", "path"), let path = members["path"] {
      let isImmer = text.bytes[path] == UInt8(ascii: "[")
      self.init(
        "the file holds \(isImmer ? "patches of immer" : "a JSON Patch"), which changes a state, but no actions",
        advice: "Record it with 'reduxlog record --app json', one line {\"patch\": […]} for each change"
          + (isImmer ? ", and write each path as a JSON Pointer." : "."))
    } else if has("name", "path", "args"), members["type"] == nil {
      self.init(
        "the file is an action log of MobX-State-Tree, which holds calls, but no states",
        advice:
          "Connect the tree with connectReduxDevtools of mst-middlewares, and import the extension's lifted state.")
    } else if has("eventId", "eventType") {
      self.init(temporal: ())
    } else {
      return nil
    }
  }

  private init(temporal: Void) {
    self.init(
      "the file is a workflow history of Temporal, which holds events, but no states",
      advice: "Replay it with the replayer of Temporal's SDK.")
  }
}
