public import ReduxStore
import StateCoding

/// The transfer form. It doesn't know the bank: its host carries out the order.
public enum TransferFeature {
  /// The reducer of its slice.
  public static let reducer = Reducer<TransferState, AccountsAction.Transfer> { state, action in
    switch action {
    case .recipientTyped(let text): state.recipient = text
    case .ibanTyped(let text): state.iban = text
    case .amountTyped(let text): state.amount = text
    case .purposeTyped(let text): state.purpose = text

    case .send, .closed:
      break

    case .sending(let request, let key):
      // A second Send can arrive before the answer to the first or, from another thread, after it.
      guard !state.receipt.isLoading, state.receipt.value == nil else { return }
      state.request = request
      state.key = state.key ?? key
      state.receipt.beginLoading()

    case .answered(let request, let answer):
      guard request == state.request else { return }
      state.request = nil
      state.receipt.finish(with: answer.result)
    }
  }
}
