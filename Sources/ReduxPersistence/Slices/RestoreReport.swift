/// What became of each slice when a state was restored; a value that an action can carry, since it has no texts in it that
/// would name folders or quote what was stored. `SliceLoss` has these.
public struct RestoreReport: Codable, Hashable, Sendable {
  /// What became of a slice.
  public enum Outcome: Codable, Hashable, Sendable {
    /// Nothing was ever stored; the slice is what it was.
    case absent
    /// The slice is as it was stored.
    case restored
    /// The slice was stored in an older schema version, and is now in the app's.
    case migrated(from: Int)
    /// What was stored can't be used; it is kept in another place, and the slice is what it was.
    case setAside
    /// What is stored can't be read now; it stays where it is, the slice is what it was, and nothing is stored over it.
    case unavailable
  }

  /// A slice, and what became of it.
  public struct Slice: Codable, Hashable, Sendable {
    /// What the slice is called.
    public var name: String
    /// What became of it.
    public var outcome: Outcome

    /// Makes an entry of a report.
    public init(name: String, outcome: Outcome) {
      self.name = name
      self.outcome = outcome
    }
  }

  /// The slices, in the order in which the persistence names them.
  public var slices: [Slice]

  /// Makes a report.
  public init(slices: [Slice]) {
    self.slices = slices
  }

  /// The slices whose stored value is not in the state although there was one.
  public var losses: [Slice] {
    slices.filter { slice in
      switch slice.outcome {
      case .absent, .restored, .migrated: false
      case .setAside, .unavailable: true
      }
    }
  }
}

extension RestoreReport: CustomStringConvertible {
  /// A line for each slice: `user: restored`.
  public var description: String { slices.map(\.description).joined(separator: "\n") }
}

extension RestoreReport.Slice: CustomStringConvertible {
  /// The slice's name and what became of it, in a line.
  public var description: String {
    switch outcome {
    case .absent: "\(name): nothing was stored"
    case .restored: "\(name): restored"
    case .migrated(let version): "\(name): restored from schema \(version)"
    case .setAside: "\(name): set aside"
    case .unavailable: "\(name): not read, and left as it is"
    }
  }
}
