import StateTree
import Testing

@testable import ReduxJournal

/// What a fold reads of an action is what the whole record says, or it is left to the whole record.
@Suite struct PlainActionTests {
  private func parser(_ members: String, kind: String = "action", seq: Int = 7) throws -> RecordParser {
    let line = #"{"kind":"\#(kind)","seq":\#(seq),\#(members),"sum":"0123456789abcdef"}"#
    var memory: JSONDocument?
    return try Array(line.utf8).withRawBytes { line throws(JournalError.Problem) in
      try RecordParser.parse(line, maximumLineBytes: 1 << 20, reusing: &memory)
    }
  }

  private static let hash = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    #""at":1,"type":"add","action":{"a":1},"hash":"\#(hash)","changed":{"/n":"00ff00ff","/m":null},"us":3,"base":9"#,
    #""at":1,"type":"add","swift":"App.Add","site":"a:1","cause":6,"action":7,"error":"no \"such\"","hash":"\#(hash)""#,
    #""at":0,"type":"","action":null,"unhashed":"no time","changed":{}"#,
    #""at":1,"type":"a","action":[1,2,[3]]"#,
  ]) func `the usual members in their order`(members: String) throws {
    let parser = try parser(members)
    let plain = try #require(PlainAction(parser))
    guard case .action(let record) = try parser.record() else {
      Issue.record("no action")
      return
    }
    #expect(plain.action.value == record.action.value)
    #expect(plain.swiftType == record.swiftType)
    #expect(plain.error == record.error)
    #expect(plain.hash == record.hash)
    #expect(plain.base == record.base)
  }

  @Test(arguments: [
    #""type":"add","at":1,"action":1"#,  // another order
    #""at":1,"type":"add","action":1,"later":2"#,  // a member that is not known
    #""at":1,"type":"add","replay":"opaque","action":1"#,
    #""at":1,"type":"add","action":1,"interrupted":true"#,
    #""at":1,"type":"add","action":1,"torn":"AAAA""#,
    #""at":-1,"type":"add","action":1"#,
    #""at":1.5,"type":"add","action":1"#,
    #""at":1,"type":2,"action":1"#,
    #""at":1,"type":"add""#,
    #""at":1,"type":"add","swift":1,"action":1"#,
    #""at":1,"type":"add","site":1,"action":1"#,
    #""at":1,"type":"add","cause":7,"action":1"#,
    #""at":1,"type":"add","action":1,"error":1"#,
    #""at":1,"type":"add","action":1,"hash":"0123""#,
    #""at":1,"type":"add","action":1,"unhashed":1"#,
    #""at":1,"type":"add","action":1,"changed":[]"#,
    #""at":1,"type":"add","action":1,"changed":{"/a":"xyz"}"#,
    #""at":1,"type":"add","action":1,"us":-1"#,
    #""at":1,"type":"add","action":1,"base":"9""#,
  ]) func `anything else is for the whole record to judge`(members: String) throws {
    #expect(PlainAction(try parser(members)) == nil)
  }

  @Test func `only actions`() throws {
    #expect(PlainAction(try parser(#""at":1,"type":"add","action":1"#, kind: "actions")) == nil)
  }
}
