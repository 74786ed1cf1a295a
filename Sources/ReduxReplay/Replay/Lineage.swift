/// The way from a state that a journal holds to the state that is wanted: which actions to fold, in which order.
///
/// Without rewinds that is a snapshot and the actions after it. A rewind, or a snapshot that refers to an earlier
/// state, makes the way jump back, and the actions that were left behind are no part of it.
struct Lineage: Equatable {
  /// How many actions may be reduced again, on the way through a journal, because rewinds lead far back.
  ///
  /// What a recorder writes stays far below: it has snapshots, and a fold keeps the states that were taken up last.
  struct Limit: Sendable {
    var base = 250_000
    var perState = 16

    /// The limit on the way up to a seq.
    func at(_ seq: Int) -> Int { base + perState * seq }
  }

  /// The seq of the state to start from.
  var start: Int
  /// The seqs of the actions to fold, as ranges in order.
  var segments: [ClosedRange<Int>]
  /// About how many actions' time following it takes, the way from one segment to the next included.
  var cost: Int { segments.reduce(0) { $0 + $1.count + 4 } }

  /// What is known of a chunk of a journal: the points where a state does not follow from the one before it.
  struct Landmarks: Equatable {
    /// A point where the way does not simply go back by one.
    enum Landmark: Equatable {
      /// A whole state.
      case state
      /// An earlier state, by its seq.
      case jump(to: Int)
    }

    private var seqs: [Int] = []
    private var landmarks: [Landmark] = []

    /// Adds a landmark behind those that are there.
    mutating func add(_ landmark: Landmark, at seq: Int) {
      // A whole state beside a jump saves the jump.
      if seqs.last == seq {
        if landmark == .state { landmarks[landmarks.count - 1] = .state }
      } else {
        seqs.append(seq)
        landmarks.append(landmark)
      }
    }

    /// Adds what is known of the chunk behind this one.
    mutating func add(_ later: Landmarks) {
      for (seq, landmark) in zip(later.seqs, later.landmarks) { add(landmark, at: seq) }
    }

    /// The last landmark at or before a seq. O(log n).
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

  /// A lineage that is being followed backwards from the state that is wanted.
  struct Search {
    /// The state that is to be reached next.
    private(set) var seq: Int
    private var segments: [ClosedRange<Int>] = []

    init(for seq: Int) { self.seq = seq }

    /// Follows the way back through a chunk.
    ///
    /// - Parameters:
    ///   - landmarks: What is known of the chunk.
    ///   - known: The seqs of states that are at hand, where the way may end too.
    /// - Returns: The lineage if it ends there, `nil` if it leads out of the chunk.
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
