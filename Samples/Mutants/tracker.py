"""The tracker as a model, and the rules that Hypothesis combines: all that a developer writes by hand for this app.

The model says what the state should be after each action, in the form of the app's JSON. The rules make the actions. A
session is played by the app's reducers when it is complete.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    precondition,
    rule,
)

units = st.sampled_from(["km", "pages", "cups"])
frequencies = st.sampled_from(["daily", "monthly", "yearly"])
# Few and short, so that an id comes again, and is the beginning of another.
ids = st.text("ab1-", min_size=1, max_size=3)
texts = st.text(max_size=4)
amounts = st.integers(-1000, 1000).map(lambda tenths: tenths / 10)
times = st.integers(0, 1_000_000)
drafts_of_items = st.fixed_dictionaries({"amount": amounts, "timestamp": times, "notes": texts})

# The most launches of a session: each takes a process.
LAUNCHES = 3


@dataclass(frozen=True)
class Step:
    """An action, or a launch of the app without one; what the state should be then, and whether the app refuses it."""

    action: dict[str, Any] | None
    state: dict[str, Any]
    refused: bool = False


class Model:
    """What the state should be."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {"projects": {}, "projectIDs": [], "items": {}}

    def reduce(self, feature: str, name: str, values: dict[str, Any]) -> bool:
        """Changes the state as an action should, and returns false if the app should refuse the action."""
        reducer: Callable[..., bool] = getattr(self, f"{feature}_{name}")
        return reducer(**values)

    def project_create(self, id: str, at: int, **values: Any) -> bool:
        if id in self.state["projects"]:
            return False
        self.state["projects"][id] = {"id": id, "created": at, "updated": at} | values
        self.state["projectIDs"].append(id)
        return True

    def project_update(self, id: str, at: int, **values: Any) -> bool:
        if id not in self.state["projects"]:
            return False
        self.state["projects"][id] |= values | {"updated": at}
        return True

    def project_delete(self, id: str, at: int) -> bool:
        if self.state["projects"].pop(id, None) is None:
            return False
        self.state["projectIDs"].remove(id)
        self.state["items"] = {key: item for key, item in self.state["items"].items() if item["projectID"] != id}
        self.leave(["projects", id])
        return True

    def item_create(self, id: str, projectID: str, at: int, **values: Any) -> bool:
        if projectID not in self.state["projects"] or id in self.state["items"]:
            return False
        self.state["items"][id] = {"id": id, "projectID": projectID} | values
        self.state["projects"][projectID]["updated"] = at
        return True

    def item_update(self, id: str, at: int, **values: Any) -> bool:
        if id not in self.state["items"]:
            return False
        item = self.state["items"][id]
        item |= values
        self.state["projects"][item["projectID"]]["updated"] = at
        return True

    def item_delete(self, id: str, at: int) -> bool:
        item = self.state["items"].pop(id, None)
        if item is None:
            return False
        self.state["projects"][item["projectID"]]["updated"] = at
        self.leave(["projects", item["projectID"], id])
        return True

    def navigation_setRoute(self, _0: str) -> bool:
        self.navigation()["route"] = _0
        return True

    def navigation_setData(self, _0: dict[str, Any], **route: str) -> bool:
        self.navigation()["data"][route["for"]] = _0
        return True

    def navigation_removeData(self, **route: str) -> bool:
        self.navigation()["data"].pop(route["for"], None)
        return True

    def navigation(self) -> dict[str, Any]:
        navigation: dict[str, Any] = self.state.setdefault("navigation", {"route": "", "data": {}})
        return navigation

    def leave(self, gone: list[str]) -> None:
        """Removes the drafts of a closed screen and those above it; a user there returns to the screen below."""
        if "navigation" not in self.state:
            return

        def closes(route: str) -> bool:
            return route.split("/")[1 : len(gone) + 1] == gone

        navigation = self.navigation()
        navigation["data"] = {route: draft for route, draft in navigation["data"].items() if not closes(route)}
        if closes(navigation["route"]):
            navigation["route"] = "".join(f"/{segment}" for segment in gone[:-1])


class TrackerMachine(RuleBasedStateMachine):
    """Sessions of the tracker. `check` plays them."""

    check: ClassVar[Callable[[list[Step]], None]]

    projects = Bundle("projects")
    # An item's id, and its project's.
    items = Bundle("items")
    # The routes that have a draft.
    drafts = Bundle("drafts")

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.clock = 0
        self.launches = 0
        self.steps: list[Step] = []
        self.launch()

    def launch(self) -> None:
        self.launches += 1
        self.steps.append(Step(None, deepcopy(self.model.state)))

    def dispatch(self, feature: str, name: str, **values: Any) -> bool:
        """Makes an action, and returns whether the app should accept it."""
        self.clock += 1
        if feature != "navigation":
            values["at"] = self.clock
        values = {key: value for key, value in values.items() if value is not None}
        accepted = self.model.reduce(feature, name, values)
        self.steps.append(Step({feature: {"_0": {name: values}}}, deepcopy(self.model.state), refused=not accepted))
        return accepted

    @initialize(target=projects, id=ids)
    def begin(self, id: str) -> str:
        self.dispatch("project", "create", id=id, title="", units="km", frequency="daily")
        return id

    @rule(target=projects, id=ids, title=texts, units=units, frequency=frequencies)
    def create_project(self, id: str, **values: Any) -> str | MultipleResults[str]:
        return id if self.dispatch("project", "create", id=id, **values) else multiple()

    @rule(id=projects, title=st.none() | texts, units=st.none() | units, frequency=st.none() | frequencies)
    def update_project(self, **values: Any) -> None:
        self.dispatch("project", "update", **values)

    @rule(id=consumes(projects))
    def delete_project(self, id: str) -> None:
        self.dispatch("project", "delete", id=id)

    @rule(target=items, id=ids, project=projects, amount=amounts, timestamp=times, notes=texts)
    def create_item(self, id: str, project: str, **values: Any) -> Any:
        accepted = self.dispatch("item", "create", id=id, projectID=project, **values)
        return (id, project) if accepted else multiple()

    @rule(item=items, project=projects, amount=amounts, timestamp=times, notes=texts)
    def create_item_again(self, item: tuple[str, str], project: str, **values: Any) -> None:
        self.dispatch("item", "create", id=item[0], projectID=project, **values)

    @rule(item=items, amount=st.none() | amounts, timestamp=st.none() | times, notes=st.none() | texts)
    def update_item(self, item: tuple[str, str], **values: Any) -> None:
        self.dispatch("item", "update", id=item[0], **values)

    @rule(item=consumes(items))
    def delete_item(self, item: tuple[str, str]) -> None:
        self.dispatch("item", "delete", id=item[0])

    @precondition(lambda self: not self.steps[-1].refused)
    @rule(
        name=st.sampled_from(["project.update", "project.delete", "item.create", "item.update", "item.delete"]), id=ids
    )
    def try_any(self, name: str, id: str) -> None:
        """Names ids that may be unknown."""
        values: dict[str, Any] = {}
        if name == "item.create":
            values = {"projectID": id, "amount": 1, "timestamp": 0, "notes": ""}
        self.dispatch(*name.split("."), id=id, **values)

    @rule(project=projects, id=ids, depth=st.integers(1, 3))
    def show(self, project: str, id: str, depth: int) -> None:
        segments = ["projects", project, id][:depth]
        self.dispatch("navigation", "setRoute", _0="".join(f"/{segment}" for segment in segments))

    @rule(item=items)
    def show_item(self, item: tuple[str, str]) -> None:
        self.dispatch("navigation", "setRoute", _0=f"/projects/{item[1]}/{item[0]}")

    @rule(target=drafts, project=projects, id=ids, draft=drafts_of_items)
    def type_new_item(self, project: str, id: str, draft: dict[str, Any]) -> str:
        return self.type_draft(f"/projects/{project}/{id}", draft)

    @rule(target=drafts, item=items, draft=drafts_of_items)
    def type_item(self, item: tuple[str, str], draft: dict[str, Any]) -> str:
        return self.type_draft(f"/projects/{item[1]}/{item[0]}", draft)

    def type_draft(self, route: str, draft: dict[str, Any]) -> str:
        self.dispatch("navigation", "setData", _0=draft, **{"for": route})
        return route

    @rule(route=consumes(drafts))
    def remove_draft(self, route: str) -> None:
        self.dispatch("navigation", "removeData", **{"for": route})

    @precondition(lambda self: self.launches < LAUNCHES and self.steps[-1].action is not None)
    @rule()
    def launch_again(self) -> None:
        """Ends the app; the next launch restores the state from its JSON."""
        self.launch()

    def teardown(self) -> None:
        """Plays the session."""
        type(self).check(self.steps)
