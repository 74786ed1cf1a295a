import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxTimeTravel
import StateCoding
import StateTree
import SystemSupport
import TestSupport
import Testing

@testable import LiveHost

/// Connections that aren't what they claim: none is served, and the app beside them is.
struct HostileConnectionTests {
  /// A raw connection to the server.
  private final class Client {
    private let socket: Int32

    init(_ bench: LiveBench) throws { socket = try Platform.connect(port: bench.port) }

    deinit { Platform.closeDescriptor(socket) }

    func send(_ bytes: [UInt8]) throws { _ = try Platform.send(bytes[...], to: socket) }

    /// Sends as much as the server takes before it closes the connection.
    func send(_ bytes: [UInt8], to bench: LiveBench) throws {
      var rest = bytes[...]
      while !rest.isEmpty, let count = try? Platform.send(rest, to: socket) {
        rest = rest.dropFirst(count)
        try bench.serveBriefly()
      }
    }

    /// Receives until the server closes the connection, or a number of bytes.
    func receive(_ bench: LiveBench, atMost count: Int = .max) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try bench.serve {
        do {
          while let more = try Platform.receive(1 << 16, from: socket) {
            if more.isEmpty { return true }
            bytes += more
          }
        } catch { return true }
        return bytes.count >= count
      }
      return bytes
    }
  }

  private static let token = "0123456789abcdef0123456789abcdef"

  private static func request(
    _ line: String = "POST /commands HTTP/1.1", host: String? = "127.0.0.1:7300",
    authorization: String? = "Bearer \(token)", headers: [String] = ["Content-Length: 15"],
    body: String = #"{"do":"status"}"#
  ) -> [UInt8] {
    var lines = [line]
    if let host { lines.append("Host: \(host)") }
    if let authorization { lines.append("Authorization: \(authorization)") }
    return Array((lines + headers + ["", body]).joined(separator: "\r\n").utf8)
  }

  private static func stream(_ body: String, headers: [String] = []) -> [UInt8] {
    request("POST /stream HTTP/1.1", headers: ["Content-Length: \(body.utf8.count)"] + headers, body: body)
  }

  private func status(_ bytes: [UInt8]) -> Int? {
    do throws(HTTPFailure) {
      let request = try HTTPRequest(parsing: bytes) { head throws(HTTPFailure) in
        try head.check(port: 7300, token: HostileConnectionTests.token)
      }
      guard let request else { return nil }
      switch request.path {
      case "/stream": _ = try request.stream()
      case "/commands": _ = try request.command()
      default: break
      }
      return 200
    } catch { return error.status }
  }

  @Test func `a request as the guide shows it is served`() {
    expectEqual(status(HostileConnectionTests.request()), 200)
    expectEqual(status(HostileConnectionTests.request("GET /journals HTTP/1.1", headers: [], body: "")), 200)
    let origin = ["Content-Length: 15", "Origin: http://127.0.0.1:7300", "Content-Type: application/json"]
    expectEqual(status(HostileConnectionTests.request(headers: origin)), 200)
    let journal = String(repeating: "5", count: 32)
    for body in [
      "{}", #"{"journal":"\#(journal)"}"#, #"{"journal":"\#(journal)","cuts":0,"segment":2,"from":4096}"#,
    ] { expectEqual(status(HostileConnectionTests.stream(body)), 200) }
  }

  /// A request, and the status that refuses it; `nil` if the server waits for more, and then ends the connection.
  private static let refused: [([UInt8], Int?)] = [
    // The token.
    (request(authorization: nil), 401), (request(authorization: ""), 401), (request(authorization: "Bearer"), 401),
    (request(authorization: "Bearer "), 401), (request(authorization: token), 401),
    (request(authorization: "bearer \(token)"), 401), (request(authorization: "Basic \(token)"), 401),
    (request(authorization: "Bearer \(token)0"), 401), (request(authorization: "Bearer \(token.dropLast())"), 401),
    (request(authorization: "Bearer \(token.uppercased())"), 401),
    (request(authorization: "Bearer 00000000000000000000000000000000"), 401),
    (request(authorization: "Bearer \(token) \(token)"), 401), (request(authorization: "Bearer  \(token)"), 401),
    (request("POST /commands?token=\(token) HTTP/1.1", authorization: nil), 401),
    // Names that lead here, and sites that send a browser here.
    (request(host: nil), 421), (request(host: ""), 421), (request(host: "localhost:7300"), 421),
    (request(host: "127.0.0.1"), 421), (request(host: "127.0.0.1:7301"), 421), (request(host: "127.0.0.1:07300"), 421),
    (request(host: "127.0.0.1:7300.evil.example"), 421), (request(host: "evil.example"), 421),
    (request(host: "[::1]:7300"), 421), (request(host: "2130706433:7300"), 421), (request(host: "127.1:7300"), 421),
    (request(headers: ["Content-Length: 15", "Origin: http://evil.example"]), 403),
    (request(headers: ["Content-Length: 15", "Origin: null"]), 403),
    (request(headers: ["Content-Length: 15", "Origin: http://localhost:7300"]), 403),
    (request(headers: ["Content-Length: 15", "Origin: https://127.0.0.1:7300"]), 403),
    (request(headers: ["Content-Length: 15", "Origin: http://127.0.0.1:7300.evil.example"]), 403),
    // What two readers read differently.
    (request(headers: ["Content-Length: 15", "Content-Length: 15"]), 400),
    (request(headers: ["Content-Length: 15", "content-length: 2"]), 400),
    (request(headers: ["Content-Length: 15", "Host: evil.example"]), 400),
    (request(headers: ["Transfer-Encoding: chunked", "Content-Length: 15"]), 411),
    (request(headers: ["Transfer-Encoding: chunked"]), 411), (request(headers: []), 411),
    (request(headers: ["Content-Length: +15"]), 400), (request(headers: ["Content-Length: 0x0f"]), 400),
    (request(headers: ["Content-Length: -1"]), 400), (request(headers: ["Content-Length: 15, 15"]), 400),
    (request(headers: ["Content-Length: 1 5"]), 400), (request(headers: ["Content-Length : 15"]), 400),
    (request(headers: ["Content-Length: 15\nHost: evil"]), 400), (request(headers: ["Content-Length: 15\rX: y"]), 400),
    (request(headers: [" folded", "Content-Length: 15"]), 400),
    (request(headers: [": empty", "Content-Length: 15"]), 400),
    (request(headers: ["Content-Length: 15", "X: \u{0}"]), 400),
    (request(headers: ["Content-Length: 15", "X: é"]), 400),
    (request(body: #"{"do":"status"}GET /journals HTTP/1.1"#), 400),
    // Lengths.
    (request(headers: ["Content-Length: 99999999999999999999"]), 400),
    (request(headers: ["Content-Length: 999999999"]), 413), (request(headers: ["Content-Length: 16"]), nil),
    (request(headers: ["X: " + String(repeating: "x", count: 9000)]), 431),
    (Array(repeating: UInt8(ascii: "A"), count: 9000), 431), (Array("GET".utf8), nil),
    // First lines.
    (request("POST /commands HTTP/1.0"), 400), (request("POST /commands HTTP/2.0"), 400),
    (request("POST  /commands HTTP/1.1"), 400), (request("POST /commands  HTTP/1.1"), 400),
    (request("POST http://127.0.0.1:7300/commands HTTP/1.1"), 400), (request("POST commands HTTP/1.1"), 400),
    (request("POST /commands"), 400), (request(" /commands HTTP/1.1"), 400),
    (request("CONNECT evil.example:443 HTTP/1.1"), 400),
    // Bodies.
    (request(body: #"do=show&seq=123"#), 400), (request(body: #"{"do":"statur"}"#), 400),
    (request(body: #"{"no":"status"}"#), 400), (request(body: #"["do","status"]"#), 400),
    (request(headers: ["Content-Length: 13"], body: #"{"do":"show"}"#), 400),
    (request(headers: ["Content-Length: 22"], body: #"{"do":"show","seq":-1}"#), 400),
    (request(headers: ["Content-Length: 23"], body: #"{"do":"show","seq":1.5}"#), 400),
    (request(headers: ["Content-Length: 23"], body: #"{"do":"show","seq":"1"}"#), 400),
    (request(headers: ["Content-Length: 17"], body: #"{"do":"dispatch"}"#), 400),
    (request(headers: ["Content-Length: 13"], body: #"{"do":"open"}"#), 400),
    (request(headers: ["Content-Length: 23"], body: #"{"do":"status","to":""}"#), 400),
    (request(headers: ["Content-Length: 24"], body: #"{"do":"status","name":1}"#), 400),
    (request(headers: ["Content-Length: 0"], body: ""), 400),
    (stream(""), 400), (stream("[]"), 400), (stream("null"), 400), (stream(#"{"journal":5}"#), 400),
    (stream(#"{"journal":"../../etc/passwd"}"#), 400), (stream(#"{"journal":"5"}"#), 400),
    (stream(#"{"cuts":0,"segment":0,"from":0}"#), 400), (stream(#"{"journal":"\#(token)","segment":0}"#), 400),
    (stream(#"{"journal":"\#(token)","cuts":0,"from":0}"#), 400),
    (stream(#"{"journal":"\#(token)","cuts":0,"segment":-1,"from":0}"#), 400),
    (stream(#"{"journal":"\#(token)","cuts":0,"segment":0,"from":1e99}"#), 400),
    (stream(#"{"journal":"\#(token)","cuts":0,"segment":0,"from":1.5}"#), 400),
    (stream(#"{"journal":"\#(token)","cuts":0,"segment":0,"from":0,"to":9}"#), 400),
    (stream("{}", headers: ["Origin: http://evil.example"]), 403),
    (request("POST /stream HTTP/1.1", authorization: nil, headers: ["Content-Length: 2"], body: "{}"), 401),
    (request("POST /stream?x HTTP/1.1", host: "evil.example", headers: ["Content-Length: 2"], body: "{}"), 421),
  ]

  @Test func `whatever isn't meant for this server is refused`() {
    #expect(HostileConnectionTests.refused.count >= 60)
    for (bytes, expected) in HostileConnectionTests.refused {
      #expect(status(bytes) == expected, "\(String(decoding: bytes.prefix(300), as: UTF8.self))")
    }
  }

  @Test func `no hostile request changes what the app shows, or keeps it from its tool`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      // Idle connections, more than there is room for.
      let idle = try (0..<200).map { _ in try Client(bench) }
      for (bytes, _) in HostileConnectionTests.refused {
        let client = try Client(bench)
        try client.send(bytes)
        try bench.serveBriefly()
      }
      bench.put("Ulysses")
      try bench.serveUntilCopied()
      expectEqual(bench.timeline.isAtHead, true)
      let answer = try bench.send(LiveCommand(number: 0, .show, seq: 2))
      expectEqual(answer.failure, nil)
      expectEqual(try FileManager.default.contentsOfDirectory(atPath: bench.mirrorFolder).count, 1)
      withExtendedLifetime(idle) {}
    }
  }

  @Test func `a whole request over a socket is answered, once`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      let body = #"{"do":"show","seq":1}"#
      // Other tests can keep the threads busy on which the app performs it.
      var answer = ""
      repeat {
        let client = try Client(bench)
        try client.send(
          Array(
            """
            POST /commands HTTP/1.1\r
            Host: 127.0.0.1:\(bench.port)\r
            Authorization: Bearer \(try bench.server.token)\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """.utf8))
        answer = String(decoding: try client.receive(bench), as: UTF8.self)
      } while answer.contains("the app's main thread is busy")
      expectEqual(
        answer.split(separator: "\r\n\r\n").last.map(String.init),
        #"{"shown":1,"atHead":false,"showable":[[0,2]],"leftOut":[],"locked":0,"hash":"\#(try StateEncoder().hash(Shelf(books: ["Emma"])))"}"#
          + "\n")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("frame-ancestors 'none'"))
      expectEqual(bench.timeline.shownSeq, 1)
    }
  }

  @Test func `large requests that arrive at once can't fill the memory`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let clients = try (0..<3).map { _ in try Client(bench) }
      for client in clients {
        let head = HostileConnectionTests.request(
          host: "127.0.0.1:\(bench.port)", authorization: "Bearer \(try bench.server.token)",
          headers: ["Content-Length: \(6 << 20)"], body: "")
        try client.send(head + [UInt8](repeating: 0x20, count: 5 << 20), to: bench)
        // The system holds back some megabytes.
        for _ in 0..<50 { try bench.serveBriefly() }
      }
      // The last one is closed, and the first one is served.
      _ = try clients[2].receive(bench)
      try clients[0].send([UInt8](repeating: 0x20, count: 1 << 20), to: bench)
      let answer = String(decoding: try clients[0].receive(bench), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    }
  }

  // MARK: Handshakes

  @Test func `proofs differ if any bit does`() {
    let proof = LiveHandshake.random()
    #expect(areEqual(proof, proof))
    #expect(!areEqual(proof, proof.dropLast()))
    for bit in 0..<proof.count * 8 {
      var other = proof
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(!areEqual(proof, other))
    }
  }

  @Test func `an app with another key isn't taken, and nothing of it is copied`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma")
      try bench.connect(with: JournalKey(bytes: LiveHandshake.random()))
      // The app sees first that the tool's proof isn't its own, and goes.
      try bench.serve { !bench.events.isEmpty }
      #expect(try bench.server.apps.isEmpty)
      expectEqual(try FileManager.default.contentsOfDirectory(atPath: bench.mirrorFolder), [])
    }
  }

  @Test func `neither side can send back what it got`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let client = try Client(bench)
      let random = LiveHandshake.random()
      try client.send(LiveHandshake.greeting + random)
      let answer = try client.receive(bench, atMost: 32)
      expectEqual(answer.count, 32)
      // The tool's proof, as the app's.
      try client.send(Array(answer[16...]))
      expectEqual(try client.receive(bench), [])
      #expect(bench.refusals == ["the other side doesn't have the key of this run"])
    }
  }

  @Test func `a recorded handshake doesn't pass again`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let random = LiveHandshake.random()
      let first = try Client(bench)
      try first.send(LiveHandshake.greeting + random)
      let tool = Array(try first.receive(bench, atMost: 32)[..<16])
      let proof = LiveHandshake(bench.key, app: random, tool: tool).appProof
      let second = try Client(bench)
      try second.send(LiveHandshake.greeting + random)
      _ = try second.receive(bench, atMost: 32)
      try second.send(proof)
      expectEqual(try second.receive(bench), [])
      expectEqual(bench.refusals.count, 1)
    }
  }

  @Test func `frames that are changed, repeated, sent back or too long end the connection`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let hello = LiveHello(process: 1, journal: JournalID.random().text, path: "/etc/passwd", capabilities: [])
      let wrong: [(inout FrameSealer, inout FrameSealer) throws -> [UInt8]] = [
        { app, _ in
          var bytes = try app.seal(LiveFrame(.hello, message: hello))
          bytes[8] ^= 1
          return bytes
        },
        { app, _ in
          let bytes = try app.seal(LiveFrame(.hello, message: hello))
          return bytes + bytes
        },
        { _, tool in try tool.seal(LiveFrame(.hello, message: hello)) },
        { _, _ in [0xff, 0xff, 0xff, 0xff, 1] },
        { _, _ in [0, 0, 0, 0] },
        { app, _ in app.seal(LiveFrame(.heartbeat, [1])) + [99, 0, 0, 0] },
        // A piece before the hello, and what no app sends.
        { app, _ in app.seal(LiveFrame(.piece, JournalFollower.Piece(segment: 1, offset: 0, bytes: [1]).payload)) },
        { app, _ in app.seal(LiveFrame(.welcome)) },
        { app, _ in try app.seal(LiveFrame(.hello, message: "hello")) },
        // Names and offsets that lead elsewhere.
        { app, _ in
          var lie = hello
          lie.journal = "../../../../tmp/x"
          return try app.seal(LiveFrame(.hello, message: lie))
        },
        { app, _ in
          try app.seal(LiveFrame(.hello, message: hello))
            + app.seal(LiveFrame(.piece, JournalFollower.Piece(segment: 1, offset: 1 << 40, bytes: [1]).payload))
        },
        { app, _ in
          try app.seal(LiveFrame(.hello, message: hello)) + app.seal(LiveFrame(.piece, [1, 2, 3]))
        },
      ]
      for make in wrong {
        let client = try Client(bench)
        let random = LiveHandshake.random()
        try client.send(LiveHandshake.greeting + random)
        let tool = Array(try client.receive(bench, atMost: 32)[..<16])
        let handshake = LiveHandshake(bench.key, app: random, tool: tool)
        var app = handshake.appSealer
        var other = handshake.toolSealer
        try client.send(handshake.appProof + make(&app, &other))
        // A length without its bytes only waits, and an app that says nothing is silent.
        if try bench.server.apps.count < 2 { try bench.serveBriefly() }
      }
      try bench.serveBriefly()
      // Whatever came after a valid hello ended with the connection.
      let copies = try FileManager.default.contentsOfDirectory(atPath: bench.mirrorFolder)
      let sizes = try copies.map { try Platform.status(of: "\(bench.mirrorFolder)/\($0)").byteCount }
      #expect(copies.allSatisfy { $0.hasSuffix(".jsonl") })
      #expect(sizes.allSatisfy { $0 == 0 })
    }
  }
}
