import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { runApp, show, until } from "../../testing/views.tsx";
import { TESTS_START } from "./follow-tests.ts";
import TestsView from "./tests-view.tsx";

const TEXT = `stage.logfmt {
  mapping = { level = "" }
}
stage.labels {
  values = { level = "" }
}
`;
const TESTS = `tests:
  - name: keeps the level
    entry: { line: level=info }
    expect:
      labels: { level: info }
  - name: expects another
    entry: { line: level=warn }
    expect:
      labels: { level: error }
`;

async function setUp(tests = TESTS) {
  const test = await runApp({ text: TEXT, tests, commonLabels: "", samples: [{ id: 1, line: "level=info" }] });
  test.app.stores.view.setState({ shows: "tests" });
  // The first run of a page waits until its preview is there.
  act(() => test.time.pass(TESTS_START));
  await until(test, ({ stores }) => stores.tests.getState().status !== "running");
  const user = show(test, <TestsView />);
  const list = screen.getByRole("region", { name: "All tests" });
  const rows = () =>
    within(list)
      .queryAllByRole("option")
      .map(({ textContent }) => textContent);
  return { test, user, list, rows };
}

it("lists the tests that pass and fail, and shows what differs in the first that fails", async () => {
  const { rows, list } = await setUp();
  expect(list.textContent).toContain("1 of 2 passed");
  expect(rows()).toHaveLength(2);
  expect(within(list).getByRole("option", { selected: true }).textContent).toContain("expects another");
  expect(screen.getByRole("main").textContent).toMatch(/error.*warn/s);
});

it("filters them, and chooses one by arrows", async () => {
  const { test, user, list, rows } = await setUp();
  within(list).getByRole("listbox").focus();
  await user.keyboard("{ArrowUp}");
  expect(test.app.stores.testsView.getState().chosen).toBe("keeps the level");
  await user.click(within(list).getByRole("button", { name: "Failed 1" }));
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toContain("expects another");
});

it("runs anew after a change of the text, and says that all pass", async () => {
  const { test } = await setUp();
  const { setTests } = await import("./test-commands.ts");
  setTests(test.app, TESTS.replace("level: error", "level: warn"));
  await until(test, ({ stores }) => stores.tests.getState().report?.passed === 2);
  expect(screen.getByText("2 of 2 tests passed")).toBeTruthy();
});

it("compares all parts that are ticked before the tests have run again", async () => {
  const { test, user, list } = await setUp();
  await user.click(within(list).getByText("keeps the level"));
  const boxes = screen.getByRole("group", { name: "Compares" });
  const box = (name: string) => within(boxes).getByRole("checkbox", { name });
  // Both before the worker has answered.
  act(() => box("Line").click());
  act(() => box("Outcome").click());
  await until(test, ({ stores }) => stores.document.getState().tests.includes("outcome: passed"));
  const compared = test.app.stores.document.getState().tests.split("- name")[1]!.split("expect:")[1]!;
  expect(compared).toContain("outcome: passed");
  expect(compared).toContain("line: level=info");
  expect(compared).toContain("labels: { level: info }");
  expect(test.app.stores.notices.getState().notices.map(({ text }) => text)).toEqual([
    "Changed what “keeps the level” compares.",
  ]);
});

it("offers a test of the selected entry where there are none, and Escape closes it", async () => {
  const { test, user } = await setUp("");
  await user.click(screen.getByRole("button", { name: "Create a test from the selected entry" }));
  expect(test.app.stores.view.getState().dialog).toEqual({ kind: "test", edits: true });
  await user.keyboard("{Escape}");
  expect(test.app.stores.view.getState().shows).toBe("panes");
});
