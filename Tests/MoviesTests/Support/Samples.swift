import Foundation
import Movies
import ReduxReplay
import StateTree
import TestSupport

/// The sample's files, as checked out.
enum Samples {
  static let folder = Repository.path("Samples/Movies")

  static let responses = folder + "/Responses"
  static let service = FolderService(folder: responses)

  static func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: folder + "/" + name), encoding: .utf8)
  }

  /// Returns a file's lines, each with the action that `reduxlog record` decodes from it.
  static func actions(_ name: String) throws -> [(line: String, action: any Action)] {
    let coding = MoviesApp.actions
    return try text(name + ".actions.jsonl").split(separator: "\n").map { line in
      (String(line), try coding.decode(written: JSONDocument(Array(line.utf8)).root))
    }
  }
}

/// Returns the state after `actions`.
func state(after actions: any Action..., from initial: AppState = AppState()) -> AppState {
  actions.reduce(initial, appReducer)
}

extension Date {
  /// Returns a time in seconds since the reference date, so that tests count from 0.
  static func second(_ seconds: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(seconds)) }
}

extension Movie {
  static let alien = Movie(id: 1, title: "Alien", year: 1979, overview: "A freighter.", voteAverage: 8)
  static let aladdin = Movie(id: 2, title: "Aladdin", year: 1992, overview: "A lamp.", voteAverage: 7.5)
  static let alphaville = Movie(id: 3, title: "Alphaville", year: 1965, overview: "A computer.", voteAverage: 7)
}

extension Page<Movie> {
  /// A page of a list.
  static func of(_ movies: Movie..., page: Int = 1, totalPages: Int = 1) -> Page {
    Page(page: page, totalPages: totalPages, results: movies)
  }
}
