package import ReducerIsolation
import ReduxInspection

/// The jobs of made sessions.
package enum ExploringJobs {
  package static let all: [any ReducerJob.Type] = [LearnJob.self, ExploreJob.self, InquiryJob<BreachInquiry>.self]
}
