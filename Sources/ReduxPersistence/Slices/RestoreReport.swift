/// The outcome for each slice of a restored state.
///
/// An action can carry it: it names no folders and quotes no stored values, unlike `SliceLoss`.
public struct RestoreReport: Codable, Hashable, Sendable {
  /// The outcome for a slice.
  public enum Outcome: Codable, Hashable, Sendable {
    /// Nothing was ever stored; the slice is unchanged.
    case absent
    /// The slice was restored.
    case restored
    /// The slice was restored from an older schema version, and migrated.
    case migrated(from: Int)
    /// The stored value is unusable and was moved aside; the slice is unchanged.
    case setAside
    /// The stored value can't be read now. It stays and isn't overwritten; the slice is unchanged.
    case unavailable
  }

  /// A slice and its outcome.
  public struct Slice: Codable, Hashable, Sendable {
    /// The slice's name.
    public var name: String
    /// The slice's outcome.
    public var outcome: Outcome

    /// Makes an entry of a report.
    public init(name: String, outcome: Outcome) {
      self.name = name
      self.outcome = outcome
    }
  }

  /// The slices, in the order of the `StatePersistence`.
  public var slices: [Slice]

  /// Makes a report.
  public init(slices: [Slice]) {
    self.slices = slices
  }

  /// The slices whose stored value could not be restored.
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
  /// One line per slice: `user: restored`.
  public var description: String { slices.map(\.description).joined(separator: "\n") }
}

extension RestoreReport.Slice: CustomStringConvertible {
  /// The slice's name and outcome, in one line.
  public var description: String {
    switch outcome {
    case .absent: "\(name): nothing was stored"
    case .restored: "\(name): restored"
    case .migrated(let version): "\(name): restored from schema \(version)"
    case .setAside: "\(name): set aside"
    case .unavailable: "\(name): not read; the stored value is unchanged"
    }
  }
}
