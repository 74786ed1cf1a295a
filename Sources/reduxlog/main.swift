// The stock command: it holds the sample apps, and the app `json`. An app's own tool is as short as this.
import Accounts
import Feed
import Movies
import ReduxLogTool
import Tasks
import Tracker

InspectorTool.main(apps: [
  AccountsApp.self,
  FeedApp.self,
  MoviesApp.self,
  TasksApp.self,
  TrackerApp.self,
])
