public import StateTree

/// What the bank answered: what an action carries back to its feature.
public typealias Answer<Value> = CodableResult<Value, BankError>

extension CodableResult where Failure == BankError {
  /// Asks the bank, and keeps what it answers, one way or the other.
  init(_ question: () async throws(BankError) -> Success) async {
    do throws(BankError) {
      self = .success(try await question())
    } catch {
      self = .failure(error)
    }
  }
}
