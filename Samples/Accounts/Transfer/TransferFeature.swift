public import ReduxStore
import StateTree

/// The form for a transfer. It knows no bank: it asks its host to carry the order out.
public enum TransferFeature {
  /// The reducer of its slice, while there is one.
  public static let reducer = Reducer<TransferState, AccountsAction.Transfer> { state, action in
    switch action {
    case .recipientTyped(let text): state.recipient = text
    case .ibanTyped(let text): state.iban = text
    case .amountTyped(let text): state.amount = text
    case .purposeTyped(let text): state.purpose = text

    case .send, .closed:
      break

    case .sending(let request):
      guard !state.receipt.isLoading else { return }
      state.request = request
      state.receipt.beginLoading()

    case .answered(let request, let answer):
      guard request == state.request else { return }
      state.request = nil
      state.receipt.finish(with: answer.result)
    }
  }
}
