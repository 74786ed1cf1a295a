/// The treatment of actions that are dispatched while a timeline shows the past.
public enum TimelineChanges: Hashable, Sendable {
  /// Changes are locked: the actions are neither reduced nor recorded, only counted. Redux DevTools call it *Lock changes*.
  case locked
  /// The actions wait, in their order, and are reduced when the app returns to the head or resumes.
  case held
  /// The actions are reduced and recorded at once, on the head underneath. The screens don't change.
  case reduced
}
