/// The shape of Mobius.swift 0.7: what follows an event.
package struct Next<Model, Effect> {
  /// The next model; `nil` if the event changes nothing.
  package let model: Model?
  package let effects: [Effect]

  package static var noChange: Next { Next(model: nil, effects: []) }
  package static func next(_ model: Model) -> Next { Next(model: model, effects: []) }
  package static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
}
