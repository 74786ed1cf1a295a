public import StateCoding

/// The bank's answer, as an action carries it to its feature.
public typealias Answer<Value> = CodableResult<Value, BankError>

extension CodableResult where Failure == BankError {
  /// Asks the bank and captures its answer or error.
  init(_ question: () async throws(BankError) -> Success) async {
    do throws(BankError) {
      self = .success(try await question())
    } catch {
      self = .failure(error)
    }
  }
}
