/// Names of files that belong to journals and go into one folder.
struct UnusedNames {
  private var names: Set<String>

  /// - Parameter names: The names that are taken.
  init(besides names: Set<String> = []) { self.names = names }

  /// A name for a file that belongs to a journal: that of the journal without its extension, with a number if it is taken.
  mutating func name(for journal: String, extension ending: String) -> String {
    let last = journal.split(separator: "/").last.map(String.init) ?? journal
    let base = last.hasSuffix(".jsonl") ? String(last.dropLast(6)) : last
    var name = base + ending
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)-\(number)\(ending)"
      number += 1
    }
    return name
  }
}
