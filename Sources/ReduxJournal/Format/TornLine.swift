import StateTree

/// How a journal ends.
public enum JournalTail: Sendable {
  /// With a seal: the last session was closed in good order.
  case closed
  /// With a whole record, but not a seal. Lines may have been lost at the end without a trace.
  case notClosed
  /// With bytes that aren't a whole line.
  case torn(TornLine)
}

/// The bytes after a journal's last line end.
public struct TornLine: Sendable {
  /// The number of that line; `nil` if the reader started in the middle of the file.
  public var line: Int?
  /// Where they start in the file.
  public var offset: Int
  /// The bytes.
  public var bytes: [UInt8]
  /// Whether a writer holds the journal's lock, so that the rest may still arrive.
  public var beingWritten: Bool
  /// Whether this is a whole record with a valid sum that only lacks its line end.
  public var isWhole: Bool
  /// The action in flight, if the part of its line that precedes the reducer is here. It led to no known state. A whole
  /// record may also be that of an interrupted action.
  ///
  /// Unless a process is still writing, this is the action in whose reducer the process died.
  public var action: ActionRecord?

  init?(
    _ bytes: [UInt8], after validator: JournalValidator, line: Int?, offset: Int, beingWritten: @autoclosure () -> Bool
  ) {
    guard !bytes.isEmpty else { return nil }
    self.line = line
    self.offset = offset
    self.bytes = bytes
    self.beingWritten = beingWritten()
    isWhole = false
    switch TornLineForm(bytes, after: validator, at: offset) {
    case .whole(let interrupted):
      isWhole = true
      action = interrupted
    case .action(let action, _): self.action = action
    case .cutShort: break
    }
  }
}

/// The form of the bytes after a journal's last line end, which decides their repair.
package enum TornLineForm: Sendable {
  /// A whole record with a valid sum that only lacks its line end; with the action, if the record says that it was
  /// interrupted.
  case whole(interrupted: ActionRecord?)
  /// An action whose reducer did not return, and its completed line.
  case action(ActionRecord, completed: [UInt8])
  /// Unreadable bytes.
  case cutShort
}

extension TornLineForm {
  /// Classifies torn bytes by the rules that apply after the last whole line.
  package init(_ bytes: [UInt8], after validator: JournalValidator, at offset: Int) {
    var whole = validator
    if let entry = try? whole.accept(bytes, at: offset) {
      if case .action(let action) = entry.record, action.interrupted {
        self = .whole(interrupted: action)
      } else {
        self = .whole(interrupted: nil)
      }
      return
    }
    self = TornLineForm.action(in: bytes, after: validator, at: offset) ?? .cutShort
  }

  private static func action(in bytes: [UInt8], after validator: JournalValidator, at offset: Int) -> TornLineForm? {
    guard let prefix = bytes.withUnsafeBytes(LinePrefix.init), prefix.kind == "action", validator.hasState,
      prefix.seq == validator.seq + 1,
      let kept = completeMembers(of: bytes)
    else { return nil }
    var rest = bytes[kept...]
    // A lone comma carries no information: it only ends an action that is a number.
    if rest.elementsEqual([UInt8(ascii: ",")]) { rest = [] }
    var line = Array(bytes[..<kept])
    line.append(contentsOf: ",\"interrupted\":true".utf8)
    if !rest.isEmpty {
      line.append(contentsOf: ",\"torn\":\"".utf8)
      Base64.append(rest, to: &line)
      line.append(UInt8(ascii: "\""))
    }
    validator.end(&line)
    guard line.count <= validator.maximumLineBytes else { return nil }
    // The validator decides whether this is an action and may follow; if it refuses, the bytes are no torn action.
    var next = validator
    guard case .action(let action)? = try? next.accept(Array(line.dropLast()), at: offset).record else { return nil }
    return .action(action, completed: line)
  }

  /// Returns the end of the last complete member of a truncated object; `nil` if it has no complete `action`.
  ///
  /// This only finds the ends of values; the parser checks them.
  private static func completeMembers(of bytes: [UInt8]) -> Int? {
    var position = 1
    var kept: Int?
    while let keyEnd = endOfString(bytes, from: position) {
      let key = bytes[(position + 1)..<(keyEnd - 1)]
      guard keyEnd < bytes.count, bytes[keyEnd] == UInt8(ascii: ":"), !isLast(key),
        let end = endOfValue(bytes, from: keyEnd + 1)
      else { break }
      if kept != nil || key.elementsEqual("action".utf8) { kept = end }
      guard end < bytes.count, bytes[end] == UInt8(ascii: ",") else { break }
      position = end + 1
    }
    return kept
  }

  /// Whether only a finished line has this member; in a torn line, it proves nothing.
  private static func isLast(_ key: ArraySlice<UInt8>) -> Bool {
    ["interrupted", "torn", "auth", "sum"].contains { key.elementsEqual($0.utf8) }
  }

  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  private static func endOfValue(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return endOfString(bytes, from: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(bytes, from: start)
    default: break
    }
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: "}") {
      position += 1
    }
    if position < bytes.count { return position }
    // A truncated number still looks like a number, so a number at the very end may be incomplete.
    let isLiteral = ["null", "true", "false"].contains { bytes[start...].elementsEqual($0.utf8) }
    return isLiteral ? position : nil
  }

  private static func endOfContainer(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, from: position) else { return nil }
        position = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return nil
  }
}
