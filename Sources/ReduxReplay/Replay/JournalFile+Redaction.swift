package import ReduxJournal
package import StatePrivacy
package import StateTree

extension JournalFile {
  /// Returns the rules of the session of the line that ends at an offset, or of the last session.
  ///
  /// If the session's header can't be read, for example because its segment is missing, the result is the first header's
  /// rules. Wrong rules show up as wrong hashes.
  package func redaction(before offset: Int? = nil) -> RedactionRules {
    let session = try? lastHeader(before: offset)
    return (session?.header ?? header).rules
  }

  /// Returns the places of the members that identify elements, of the session of the line that ends at an offset, or of the
  /// last session.
  package func identity(before offset: Int? = nil) -> [RedactionRules.Pointer] {
    ((try? lastHeader(before: offset))?.header ?? header).identity
  }

  /// Returns the places of the secrets that actions on the way from one state to a later one changed. Where rewinds abandoned
  /// the earlier state, the way leads through the state to which they went back. A `*` stands for any key or index.
  ///
  /// O(n) in the bytes of these records. The places that only damaged or missing lines name aren't among them.
  package func changedSecrets(from first: Int, to last: Int) -> Set<JSONPointer> {
    var secrets: Set<JSONPointer> = []
    guard first < last, let way = try? History.Way(of: self, from: first, to: last) else { return secrets }
    for stretch in way.stretches {
      guard let start = try? entry(settingSeq: stretch.seqs.lowerBound),
        let reader = try? entries(fromOffset: start.offset)
      else { continue }
      while let entry = try? reader.next(), entry.seq <= stretch.seqs.upperBound {
        if case .action(let action) = entry.record, action.seq > first { secrets.formUnion(action.changedSecrets) }
      }
    }
    if case .jump(let target)? = way.stretches.first?.origin, way.stretches.first?.seqs.contains(first) == false {
      secrets.formUnion(changedSecrets(from: target, to: first))
    }
    return secrets
  }
}
