import TestSupport

/// A file on a disk, with its possible contents after a power loss.
///
/// Between two synchronisations, the disk may write each sector or not, in any order, and the file has one of the sizes
/// in between. The disk writes a sector completely or not at all. Unwritten sectors hold zeros or older data.
struct SimulatedFile {
  static let sectorSize = 512

  /// The synchronised contents.
  private var durable: [UInt8]
  /// The contents that a reader sees now.
  private(set) var content: [UInt8]
  private var pending: [Change] = []

  private enum Change {
    case write([UInt8], at: Int)
    case cut(to: Int)
  }

  /// Creates a synchronised file.
  init(_ content: [UInt8] = []) {
    durable = content
    self.content = content
  }

  mutating func write(_ bytes: [UInt8], at offset: Int) {
    pending.append(.write(bytes, at: offset))
    SimulatedFile.write(bytes, at: offset, to: &content)
  }

  mutating func cut(to count: Int) {
    pending.append(.cut(to: count))
    SimulatedFile.resize(&content, to: count)
  }

  mutating func synchronize() {
    durable = content
    pending = []
  }

  // MARK: After a power loss

  /// The possible contents: all of them if there are at most `random`, otherwise the extreme ones and `random` others;
  /// at most `limit`, chosen at random.
  func states(atMost limit: Int, random count: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
    var possibilities = possibilities(random: count, &random)
    if possibilities.count > limit {
      possibilities.shuffle(using: &random)
      possibilities.removeLast(possibilities.count - limit)
    }
    var states = Different<[UInt8]>()
    let sectors = touchedSectors()
    for possibility in possibilities { states.add(state(sectors, possibility)) }
    return states.values
  }

  /// The fate of the changes since the last synchronisation.
  private struct Possibility {
    /// The number of changes on the disk for each sector.
    var versions: [Int]
    var size: Int
    /// Whether unwritten sectors hold older data.
    var hasLeftovers = false
  }

  private func possibilities(random count: Int, _ random: inout SeededGenerator) -> [Possibility] {
    let newest = touchedSectors().map(\.changes.count)
    let sizes = possibleSizes()
    let combinations = newest.reduce(sizes.count) { min($0 * ($1 + 1), 1 << 40) }
    if combinations <= count {
      return (0..<combinations).map { number in
        var rest = number / sizes.count
        let versions = newest.map { changes in
          defer { rest /= changes + 1 }
          return rest % (changes + 1)
        }
        return Possibility(versions: versions, size: sizes[number % sizes.count])
      }
    }
    var possibilities: [Possibility] = []
    for size in sizes {
      possibilities.append(Possibility(versions: newest, size: size))
      possibilities.append(Possibility(versions: newest.map { _ in 0 }, size: size))
    }
    for index in newest.indices {
      // One sector is missing, one is present, or all up to it are present.
      var versions = newest
      versions[index] = 0
      possibilities.append(Possibility(versions: versions, size: content.count))
      versions = newest.indices.map { $0 == index ? newest[$0] : 0 }
      possibilities.append(Possibility(versions: versions, size: content.count))
      versions = newest.indices.map { $0 <= index ? newest[$0] : 0 }
      possibilities.append(Possibility(versions: versions, size: content.count))
    }
    for number in 0..<count {
      let versions = newest.map { Int.random(in: 0...$0, using: &random) }
      let size = sizes.randomElement(using: &random) ?? content.count
      possibilities.append(Possibility(versions: versions, size: size, hasLeftovers: number % 2 == 1))
    }
    return possibilities
  }

  private struct Sector {
    var start: Int
    /// The indices of the pending changes to the sector.
    var changes: [Int]
  }

  private func touchedSectors() -> [Sector] {
    var changes: [Int: [Int]] = [:]
    let end = max(content.count, durable.count, possibleSizes().max() ?? 0)
    for (index, change) in pending.enumerated() {
      let range =
        switch change {
        case .write(let bytes, let offset): offset..<(offset + bytes.count)
        case .cut(let count): count..<max(count, end)
        }
      guard !range.isEmpty else { continue }
      for sector in (range.lowerBound / SimulatedFile.sectorSize)...((range.upperBound - 1) / SimulatedFile.sectorSize)
      {
        changes[sector * SimulatedFile.sectorSize, default: []].append(index)
      }
    }
    return changes.map { Sector(start: $0.key, changes: $0.value) }.sorted { $0.start < $1.start }
  }

  private func possibleSizes() -> [Int] {
    var file = durable
    var sizes: Set<Int> = [durable.count]
    for change in pending {
      SimulatedFile.apply(change, to: &file)
      sizes.insert(file.count)
    }
    return sizes.sorted()
  }

  /// The contents after a possible power loss.
  private func state(_ sectors: [Sector], _ possibility: Possibility) -> [UInt8] {
    var file = durable
    SimulatedFile.resize(&file, to: max(possibility.size, content.count, durable.count))
    if possibility.hasLeftovers {
      for index in durable.count..<max(durable.count, file.count) {
        file[index] = UInt8(truncatingIfNeeded: index &* 31)
      }
    }
    for (sector, version) in zip(sectors, possibility.versions) {
      let range = sector.start..<min(sector.start + SimulatedFile.sectorSize, file.count)
      guard !range.isEmpty, version > 0 else { continue }
      var whole = Array(file[range])
      for index in sector.changes.prefix(version) {
        switch pending[index] {
        case .write(let bytes, let offset):
          for position in range.clamped(to: offset..<(offset + bytes.count)) {
            whole[position - range.lowerBound] = bytes[position - offset]
          }
        case .cut(let count):
          for position in range where position >= count { whole[position - range.lowerBound] = 0 }
        }
      }
      file.replaceSubrange(range, with: whole)
    }
    SimulatedFile.resize(&file, to: possibility.size)
    return file
  }

  private static func apply(_ change: Change, to file: inout [UInt8]) {
    switch change {
    case .write(let bytes, let offset): write(bytes, at: offset, to: &file)
    case .cut(let count): resize(&file, to: count)
    }
  }

  private static func write(_ bytes: [UInt8], at offset: Int, to file: inout [UInt8]) {
    resize(&file, to: max(file.count, offset + bytes.count))
    file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
  }

  private static func resize(_ file: inout [UInt8], to count: Int) {
    if count < file.count { file.removeLast(file.count - count) }
    file.append(contentsOf: repeatElement(0, count: count - file.count))
  }
}

/// Distinct values in order of insertion. A set's order differs between processes.
struct Different<Value: Hashable> {
  private(set) var values: [Value] = []
  private var known: Set<Value> = []

  mutating func add(_ value: Value) {
    if known.insert(value).inserted { values.append(value) }
  }
}
