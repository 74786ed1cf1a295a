import RuntimeLayout
import StateCoding
import SystemSupport

/// The member of a state that takes the longest to hash.
struct SlowestMember: CustomStringConvertible {
  /// The property's name.
  let name: String
  /// The property's type.
  let type: Any.Type
  /// Its share of the time, in percent.
  let percent: Int

  /// Hashes each stored property in full; `nil` if the state has none that can be encoded.
  init?(of state: some Encodable, _ encoder: StateEncoder) {
    var total = 0
    var longest = 0
    var slowest: (name: String, value: any Encodable)?
    let reflected = state as? Reflected
    for (label, value) in Reflection.members(of: reflected?.value ?? state) {
      guard let value = reflected == nil ? value as? any Encodable : Reflected(value) else { continue }
      let start = Platform.nanoseconds()
      _ = try? encoder.hash(value)
      let duration = Platform.nanoseconds() - start
      total += duration
      if duration > longest { (longest, slowest) = (duration, (label, value)) }
    }
    guard let slowest, total > 0 else { return nil }
    name = slowest.name
    type = Swift.type(of: (slowest.value as? Reflected)?.value ?? slowest.value)
    percent = 100 * longest / total
  }

  var description: String {
    let text = "\(percent) % of it in \(name) (\(TypeName.readable(type)))"
    guard let obstacle = EncodingSession.obstacle(toFollowing: type) else { return text }
    return text + ", which is hashed in full because of \(TypeName.readable(obstacle))"
  }
}
