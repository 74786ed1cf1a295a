import TestSupport

/// A file on a disk, and what it may hold after the power failed.
///
/// Between two synchronisations nothing is promised: each sector has been written or not, whatever came first, and the
/// file has one of the sizes that it had on the way. A sector is written whole or not at all. What belongs to the file
/// but was never written holds zeros, or what somebody left there.
struct SimulatedFile {
  static let sectorSize = 512

  /// What the file holds for certain.
  private var durable: [UInt8]
  /// What the file holds for those who read it now.
  private(set) var content: [UInt8]
  private var pending: [Change] = []

  private enum Change {
    case write([UInt8], at: Int)
    case cut(to: Int)
  }

  /// A file that has been on the disk for long.
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

  // MARK: After the power failed

  /// What the file may hold: all possibilities where there are at most so many, else the extreme ones and so many more
  /// at random.
  func states(atMost limit: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
    var states = Different<[UInt8]>()
    let sectors = touchedSectors()
    let sizes = possibleSizes()
    var combinations = sizes.count
    for sector in sectors { combinations = min(combinations * (sector.changes.count + 1), 1 << 40) }
    if combinations <= limit {
      for number in 0..<combinations {
        var rest = number / sizes.count
        let versions = sectors.map { sector in
          defer { rest /= sector.changes.count + 1 }
          return rest % (sector.changes.count + 1)
        }
        states.add(state(sectors, versions, size: sizes[number % sizes.count]))
      }
      return states.values
    }
    let newest = sectors.map(\.changes.count)
    for size in sizes {
      states.add(state(sectors, newest, size: size))
      states.add(state(sectors, newest.map { _ in 0 }, size: size))
    }
    for index in sectors.indices {
      // One sector alone is missing, one alone is there, all up to it are there.
      var versions = newest
      versions[index] = 0
      states.add(state(sectors, versions, size: content.count))
      states.add(state(sectors, newest.indices.map { $0 == index ? newest[$0] : 0 }, size: content.count))
      states.add(state(sectors, newest.indices.map { $0 <= index ? newest[$0] : 0 }, size: content.count))
    }
    for number in 0..<limit {
      let versions = newest.map { Int.random(in: 0...$0, using: &random) }
      let size = sizes.randomElement(using: &random) ?? content.count
      // Every other time the gaps hold what was there before the file.
      states.add(state(sectors, versions, size: size, hasLeftovers: number % 2 == 1))
    }
    return states.values
  }

  private struct Sector {
    var start: Int
    /// The pending changes that touch it, by index.
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

  /// The file when of each sector's changes only the first so many are there.
  private func state(_ sectors: [Sector], _ versions: [Int], size: Int, hasLeftovers: Bool = false) -> [UInt8] {
    var file = durable
    SimulatedFile.resize(&file, to: max(size, content.count, durable.count))
    if hasLeftovers {
      for index in durable.count..<max(durable.count, file.count) {
        file[index] = UInt8(truncatingIfNeeded: index &* 31)
      }
    }
    for (sector, version) in zip(sectors, versions) {
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
    SimulatedFile.resize(&file, to: size)
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

/// Values that are all different, in the order in which they came: a set has another one in each process.
struct Different<Value: Hashable> {
  private(set) var values: [Value] = []
  private var known: Set<Value> = []

  mutating func add(_ value: Value) {
    if known.insert(value).inserted { values.append(value) }
  }
}
