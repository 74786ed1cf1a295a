/// The shape of Fluxor 5: actions that a template makes, told apart by a text.
package struct AnonymousAction<Payload> {
  package let id: String
  package let payload: Payload

  package init(id: String, payload: Payload) {
    self.id = id
    self.payload = payload
  }
}
