// The stock command: it holds the sample app, and the app `json`. An app's own tool is as short as this.
import ReduxLogTool
import Tracker

InspectorTool.main(apps: [TrackerApp.self])
