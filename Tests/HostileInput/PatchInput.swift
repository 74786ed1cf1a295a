import StateTree

/// Applies input that consists of a document, a line end, and a patch.
enum PatchInput {
  static func take(_ input: [UInt8]) -> String? {
    guard let end = input.firstIndex(of: 0x0a), let old = try? JSONValue(parsing: Array(input[..<end])),
      let json = try? JSONValue(parsing: Array(input[(end + 1)...])), let patch = try? JSONPatch(json: json)
    else { return nil }
    guard (try? JSONPatch(json: patch.json)) == patch else { return "the patch is another when it is read again" }
    var new = old
    do {
      try patch.apply(to: &new)
    } catch {
      _ = error.description
      return new.compact == old.compact ? nil : "a patch that doesn't apply leaves \(new.compact)"
    }
    guard (try? JSONValue(parsing: new.compact)) == new else { return "leads to what can't be read: \(new.compact)" }
    let difference = JSONPatch.diff(from: old, to: new)
    var again = old
    do { try difference.apply(to: &again) } catch { return "the difference doesn't apply: \(error)" }
    return again == new ? nil : "the difference leads to \(again.compact), not to \(new.compact)"
  }
}
