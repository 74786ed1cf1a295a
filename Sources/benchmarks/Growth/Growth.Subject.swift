import Foundation

extension Growth {
  /// The journals whose growth is measured.
  enum Subject {
    /// Sessions of the todo app with ten items: its actions make up the journals.
    case tasks
    /// Edits of one large array in a JSON document.
    case documents
  }
}

extension Growth.Subject {
  var usualCounts: [Int] {
    switch self {
    case .tasks: [1_000, 100_000, 10_000_000]
    case .documents: [1_000, 8_000]
    }
  }

  /// An estimate, on the high side, for checking the free space. A document's snapshot may follow the actions as often as
  /// they take its size.
  var bytesPerAction: Int {
    switch self {
    case .tasks: 400
    case .documents: 2_000
    }
  }

  /// The kinds of sessions, each with what its first command needs.
  var workloads: [(name: String, prepare: (_ count: Int, _ folder: String) throws -> Void)] {
    switch self {
    case .tasks: [("", { _, _ in })]
    case .documents:
      DocumentEdits.allCases.map { edits in
        (
          edits.rawValue + ", ",
          { try Data(edits.actions($0)).write(to: URL(fileURLWithPath: $1 + "/actions")) }
        )
      }
    }
  }

  /// The commands, in an order in which each has the journals that it needs.
  var commands: [Growth.Work] {
    switch self {
    case .tasks:
      [
        Growth.Work("record, .buffered", "record 10 COUNT FOLDER/j"),
        Growth.Work("verify", "inspector verify FOLDER/j"),
        Growth.Work("show at random N", "inspector show FOLDER/j@ANY", repetitions: 9),
      ]
    case .documents:
      [
        ("record", "record -o FOLDER/j --force --actions FOLDER/actions"),
        ("record --self-contained", "record -o FOLDER/s --force --actions FOLDER/actions --self-contained"),
        ("verify", "verify FOLDER/j --jobs 1"), ("verify, self-contained", "verify FOLDER/s --jobs 1"),
        ("bake", "bake FOLDER/j -o FOLDER/copy --force"), ("log -p", "log -p FOLDER/j"),
        ("redact", "redact FOLDER/s -o FOLDER/copy --force --redact-name title"),
        ("index", "index FOLDER/j -o FOLDER/copy --force"),
        ("slice", "slice FOLDER/j@10..COUNT -o FOLDER/copy --force"), ("show", "show FOLDER/j@COUNT"),
        ("rewind", "rewind FOLDER/j --to 10 -o FOLDER/copy --force"),
      ].map { Growth.Work($0, "inspector " + $1) }
    }
  }
}

/// Edits of a large array, the member `items` of a document.
enum DocumentEdits: String, CaseIterable {
  case append, insert, remove, move

  /// Patches that make the array, and change it so many times, one per line.
  func actions(_ count: Int) -> [UInt8] {
    func item(_ id: Int) -> String { #"{"id":\#(id),"title":"task \#(id)","done":\#(id % 2 == 0)}"# }
    let start = self == .append || self == .insert ? 0 : count
    var lines = [#"{"op":"add","path":"/items","value":[\#((0..<start).map(item).joined(separator: ","))]}"#]
    for edit in 1..<max(count, 2) {
      switch self {
      case .append: lines.append(#"{"op":"add","path":"/items/-","value":\#(item(edit))}"#)
      case .insert: lines.append(#"{"op":"add","path":"/items/0","value":\#(item(edit))}"#)
      case .remove: lines.append(#"{"op":"remove","path":"/items/\#(edit * 7919 % (count - edit + 1))"}"#)
      case .move:
        lines.append(
          #"{"op":"move","from":"/items/\#(edit * 7919 % count)","path":"/items/\#(edit * 104_729 % count)"}"#)
      }
    }
    return Array(lines.map { #"{"patch":[\#($0)]}"# + "\n" }.joined().utf8)
  }
}
