// The stock command. Alone, it runs the reducer of the app `json`; an app's own tool runs the app's reducers.
import ReduxLogTool

InspectorTool.main(apps: [])
