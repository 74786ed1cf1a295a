// The shape of workflow-swift 4: an observer that returns a closure to call after an action.

package protocol Workflow {
  associatedtype State
  associatedtype Output
}

package protocol WorkflowAction<WorkflowType> {
  associatedtype WorkflowType: Workflow
  func apply(toState state: inout WorkflowType.State) -> WorkflowType.Output?
}

package final class WorkflowSession {
  package struct Identifier: Hashable, Sendable { let id: Int }

  package let sessionID: Identifier
  package let workflowType: any Workflow.Type

  package init(_ id: Int, _ workflowType: any Workflow.Type) {
    sessionID = Identifier(id: id)
    self.workflowType = workflowType
  }
}

package protocol WorkflowObserver {
  func sessionDidEnd(_ session: WorkflowSession)

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State, session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)?
}
