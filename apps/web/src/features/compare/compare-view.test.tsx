import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show, until } from "../../testing/views.tsx";
import CompareView from "./compare-view.tsx";

const OTHER = { kind: "file", name: "other.alloy", text: 'stage.drop { expression = "b" }' } as const;

async function setUp() {
  const text = 'stage.drop { expression = "a" }';
  const test = createRealApp({ text, samples: ["a", "b", "c"].map((line, i) => ({ id: i + 1, line })) });
  test.app.stores.comparison.setState({ a: OTHER });
  test.app.stores.view.setState({ shows: "comparison" });
  const user = show(test, <CompareView />);
  await until(test, () => screen.queryByRole("table", { name: "Counts of both" }) !== null);
  const list = screen.getByRole("listbox", { name: "Entries that differ" });
  const rows = () =>
    within(list)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  return { test, user, list, rows };
}

it("lists the entries that differ, with counts of both", async () => {
  const { rows } = await setUp();
  expect(rows()).toEqual(["1a now dropped", "2b no longer dropped"]);
  expect(screen.getByRole("row", { name: /^A 3 2 1 0/ })).toBeTruthy();
  expect(screen.getByText(/^1 entry is the same in both/)).toBeTruthy();
});

it("goes through them by keys, and shows each as both make it", async () => {
  const { user, list } = await setUp();
  list.focus();
  await user.keyboard("{Home}");
  expect(screen.getByRole("region", { name: "Entry 1 in both" })).toBeTruthy();
  await user.keyboard("j");
  expect(screen.getByRole("region", { name: "Entry 2 in both" })).toBeTruthy();
  expect(within(list).getByRole("option", { selected: true }).textContent).toContain("b");
});

it("says by which stage they differ, and lists those of one stage", async () => {
  const { user, rows } = await setUp();
  await user.click(screen.getByRole("button", { name: "Stages" }));
  const causes = screen.getByRole("region", { name: "Entries that differ, by stage" });
  expect(causes.textContent).toContain("stage 1 drop, which differs");
  const cause = within(causes).getByRole("button", { name: "2 entries" });
  await user.click(cause);
  expect(cause.getAttribute("aria-pressed")).toBe("true");
  expect(rows()).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: /^One stage 2/ }));
  expect(cause.getAttribute("aria-pressed")).toBe("false");
});

it("is closed by Escape", async () => {
  const { test, user } = await setUp();
  await user.keyboard("{Escape}");
  expect(test.app.stores.view.getState().shows).toBe("panes");
});
