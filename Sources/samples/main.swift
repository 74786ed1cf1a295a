// The sample apps' own tool: an app's tool is as short as this.
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
