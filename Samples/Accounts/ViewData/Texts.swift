extension Money {
  /// The amount as shown: `1,234.50 €`. The app isn't localised.
  var shown: String {
    let euros = String(cents.magnitude / 100)
    var grouped = ""
    for (index, digit) in euros.enumerated() {
      if index > 0, (euros.count - index) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    let fraction = String(cents.magnitude % 100)
    return "\(cents < 0 ? "-" : "")\(grouped).\(fraction.count == 1 ? "0" : "")\(fraction) €"
  }
}

extension Account {
  /// The last digits of the number, enough to distinguish a customer's accounts.
  var shownNumber: String { "•••• \(iban.suffix(4))" }
}

extension BankError {
  /// The message for the user.
  var shown: String {
    switch self {
    case .offline: "The bank can't be reached."
    case .wrongCredentials: "That is not the right name or passcode."
    case .sessionExpired: "You were signed out, because it has been a while."
    case .noSuchAccount: "The bank no longer has this account."
    case .insufficientFunds: "There is not enough on the account."
    case .alreadyCarriedOut: "The transfer was carried out before it was changed."
    case .keyNotStored: "The transfer was not sent, because it can't be stored on this phone."
    }
  }
}
