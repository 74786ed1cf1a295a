/// The actions that lead from a recorded state to the wanted state, in order.
///
/// Without rewinds, a lineage is a snapshot and the actions after it. At a rewind, or a snapshot that refers to an earlier
/// state, it jumps back, and excludes the actions that were undone.
struct Lineage: Equatable {
  /// The number of actions that rewinds may make one replay of a journal reduce again.
  ///
  /// Recorded journals stay far below that: they have snapshots, and a replay keeps the latest targets of rewinds.
  struct Limit: Sendable {
    var base = 250_000
    var perState = 16

    /// The limit for a replay up to a seq.
    func at(_ seq: Int) -> Int { base + perState * seq }
  }

  /// The seq of the state to start from.
  var start: Int
  /// The seqs of the actions, as ranges in order.
  var segments: [ClosedRange<Int>]
  /// The approximate cost of replaying it, in actions, including the jumps between segments.
  var cost: Int { segments.reduce(0) { $0 + $1.count + 4 } }

  /// The points of a chunk where a state doesn't follow from the one before it.
  struct Landmarks: Equatable {
    /// A point where a lineage doesn't continue with the previous state.
    enum Landmark: Equatable {
      /// A whole state.
      case state
      /// An earlier state, by its seq.
      case jump(to: Int)
    }

    private var seqs: [Int] = []
    private var landmarks: [Landmark] = []

    /// Appends a landmark.
    mutating func add(_ landmark: Landmark, at seq: Int) {
      // A whole state beside a jump saves the jump.
      if seqs.last == seq {
        if landmark == .state { landmarks[landmarks.count - 1] = .state }
      } else {
        seqs.append(seq)
        landmarks.append(landmark)
      }
    }

    /// Appends the landmarks of the next chunk.
    mutating func add(_ later: Landmarks) {
      for (seq, landmark) in zip(later.seqs, later.landmarks) { add(landmark, at: seq) }
    }

    /// Returns the last landmark at or before a seq. O(log n).
    func last(atOrBefore seq: Int) -> (seq: Int, landmark: Landmark)? {
      var low = 0
      var high = seqs.count
      while low < high {
        let middle = (low + high) / 2
        if seqs[middle] <= seq { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : (seqs[low - 1], landmarks[low - 1])
    }
  }

  /// A backward search for the lineage of a state, chunk by chunk.
  struct Search {
    /// The seq of the state to find next.
    private(set) var seq: Int
    private var segments: [ClosedRange<Int>] = []

    init(for seq: Int) { self.seq = seq }

    /// Follows the lineage back through a chunk.
    ///
    /// - Parameters:
    ///   - landmarks: The chunk's landmarks.
    ///   - known: The seqs of states in memory, where the lineage may also start.
    /// - Returns: The lineage if it starts in the chunk; `nil` if it starts before it.
    mutating func follow(_ landmarks: Landmarks, known: [Int] = []) -> Lineage? {
      while let (place, landmark) = landmarks.last(atOrBefore: seq) {
        if let start = known.filter({ (place...seq).contains($0) }).max() {
          if start < seq { segments.append(start + 1...seq) }
          return Lineage(start: start, segments: segments.reversed())
        }
        if place < seq { segments.append(place + 1...seq) }
        switch landmark {
        case .state: return Lineage(start: place, segments: segments.reversed())
        case .jump(let target): seq = target
        }
      }
      return nil
    }
  }
}
