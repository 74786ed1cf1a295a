import StateTree

/// Types of Foundation whose values may follow the settings of the machine, such as `Calendar.current`.
///
/// Such a value encodes differently on each machine, and decodes to the settings of the one that decodes it. So it is
/// encoded as the fixed value with the same identifiers. Foundation can't make that: it takes a value that equals the
/// current one for it.
enum MachineSetting {
  /// The encoding of a value without what follows the machine's settings. The values in a calendar are fixed already.
  static func fixed(_ encoding: JSONValue) -> JSONValue {
    guard case .object(var object) = encoding else { return encoding }
    if object["current"] != nil { object["current"] = 0 }
    object["preferences"] = nil
    object["autoupdating"] = nil
    return .object(object)
  }
}
