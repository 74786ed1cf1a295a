import TestSupport

/// A folder on a disk, with its possible contents after a power loss.
///
/// Until the folder is synchronised, the disk may apply each change of a name or not, in any order. It applies a change
/// completely or not at all.
struct SimulatedFolder {
  /// Which changes of names may be lost.
  enum Order {
    /// Any of them, as in POSIX.
    case any
    /// The last ones, as in journaling file systems.
    case kept
  }

  /// A file after the power loss: its identity and contents.
  struct Survivor: Hashable {
    var file: Int
    var bytes: [UInt8]
  }

  private enum Change {
    case add(String, file: Int)
    case move(String, to: String, file: Int)
    case remove(String)
  }

  /// All files so far, with or without names.
  private(set) var files: [SimulatedFile] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pending: [Change] = []
  private var descriptors: [Int: Int] = [:]

  /// Creates a folder of synchronised files.
  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      names[name] = files.count
      files.append(SimulatedFile(bytes))
    }
    durableNames = names
  }

  mutating func apply(_ call: JournalCall) {
    switch call {
    case .open(let descriptor, let name):
      if names[name] == nil {
        change(.add(name, file: files.count))
        files.append(SimulatedFile())
      }
      descriptors[descriptor] = names[name]
    case .write(let bytes, let descriptor, let offset):
      withFile(descriptor) { $0.write(bytes, at: offset ?? $0.content.count) }
    case .cut(let descriptor, let count): withFile(descriptor) { $0.cut(to: count) }
    case .synchronize(let descriptor): withFile(descriptor) { $0.synchronize() }
    case .synchronizeFolder:
      durableNames = names
      pending = []
    case .link(let old, let new): if let file = names[old] { change(.add(new, file: file)) }
    case .rename(let old, let new): if let file = names[old] { change(.move(old, to: new, file: file)) }
    case .remove(let name): change(.remove(name))
    case .say: break
    }
  }

  private mutating func withFile(_ descriptor: Int, _ body: (inout SimulatedFile) -> Void) {
    if let file = descriptors[descriptor] { body(&files[file]) }
  }

  private mutating func change(_ change: Change) {
    pending.append(change)
    SimulatedFolder.apply(change, to: &names)
  }

  private static func apply(_ change: Change, to names: inout [String: Int]) {
    switch change {
    case .add(let name, let file): names[name] = file
    case .move(let old, let new, let file):
      if names[old] == file { names[old] = nil }
      names[new] = file
    case .remove(let name): names[name] = nil
    }
  }

  // MARK: After a power loss

  /// The possible contents.
  ///
  /// For each set of names, it has every combination of the files' states if there are at most `random`; otherwise each
  /// file's states with the newest states of the others, and `random` combinations. It chooses at most `limit` at
  /// random.
  func states(
    atMost limit: Int, random count: Int, _ order: Order, _ random: inout SeededGenerator
  ) -> [[String: Survivor]] {
    var states = Different<[String: Survivor]>()
    var versions: [Int: [[UInt8]]] = [:]
    for names in possibleNames(order, random: count, &random) {
      let numbers = names.values.sorted()
      for file in numbers where versions[file] == nil {
        versions[file] = files[file].states(atMost: limit, random: count, &random)
      }
      let combinations = numbers.reduce(1) { min($0 * (versions[$1]?.count ?? 1), 1 << 40) }
      /// The files, each in one version.
      func add(_ version: (Int) -> [UInt8]) {
        states.add(names.mapValues { Survivor(file: $0, bytes: version($0)) })
      }
      for number in numbers {
        for bytes in versions[number] ?? [] { add { $0 == number ? bytes : files[$0].content } }
      }
      if combinations <= count {
        for index in 0..<combinations {
          var chosen: [Int: [UInt8]] = [:]
          var rest = index
          for number in numbers {
            let all = versions[number] ?? []
            chosen[number] = all[rest % all.count]
            rest /= all.count
          }
          add { chosen[$0] ?? [] }
        }
      } else {
        for _ in 0..<count {
          var chosen: [Int: [UInt8]] = [:]
          for number in numbers { chosen[number] = versions[number]?.randomElement(using: &random) }
          add { chosen[$0] ?? [] }
        }
      }
      if names.isEmpty { states.add([:]) }
    }
    return states.values.count <= limit ? states.values : Array(states.values.shuffled(using: &random).prefix(limit))
  }

  private func possibleNames(
    _ order: Order, random count: Int, _ random: inout SeededGenerator
  ) -> [[String: Int]] {
    var choices: [[Bool]] = (0...pending.count).map { count in pending.indices.map { $0 < count } }
    if order == .any {
      let all = 1 << min(pending.count, 40)
      if all <= count {
        choices = (0..<all).map { number in pending.indices.map { number >> $0 & 1 == 1 } }
      } else {
        choices += pending.indices.map { lost in pending.indices.map { $0 != lost } }
        choices += (0..<count).map { _ in pending.indices.map { _ in Bool.random(using: &random) } }
      }
    }
    var possible = Different<[String: Int]>()
    for chosen in choices {
      var names = durableNames
      for (change, isThere) in zip(pending, chosen) where isThere { SimulatedFolder.apply(change, to: &names) }
      possible.add(names)
    }
    return possible.values
  }
}
