package import ReducerIsolation

/// The jobs of the questions about journals.
package enum InspectionJobs {
  package static let all: [any ReducerJob.Type] = [
    VerifyJob.self, StateJob.self, LookJob.self, ListTrial.self, JudgeTrial.self, ReduceTrial.self, StatesTrial.self,
    RestoreTrial.self, InquiryJob<AssertInquiry>.self, InquiryJob<BisectInquiry>.self,
    InquiryJob<BlameInquiry>.self, InquiryJob<HashInquiry>.self,
    InquiryJob<StateInquiry>.self,
    InquiryJob<TouchInquiry>.self,
  ]
}
