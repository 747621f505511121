import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { runApp, show } from "../../testing/views.tsx";
import { SamplesPane } from "./samples-pane.tsx";

const DROP = 'stage.drop {\n  expression = "noise"\n}\n';
const SAMPLES = ["one", "noise", "three"].map((line, i) => ({ id: i + 1, line }));

async function setUp() {
  const test = await runApp({ text: DROP, samples: SAMPLES });
  const user = show(test, <SamplesPane />);
  return { test, user };
}

const lines = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

it("lists entries with their status, and a chip filters them", async () => {
  const { test, user } = await setUp();
  expect(lines()).toHaveLength(3);
  expect(lines()[1]).toContain("dropped");
  const chip = screen.getByRole("button", { name: "Dropped 1" });
  await user.click(chip);
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "status", status: "dropped" });
  expect(lines()).toHaveLength(1);
  await user.click(chip);
  expect(lines()).toHaveLength(3);
});

it("selects an entry by a click and by arrows", async () => {
  const { test, user } = await setUp();
  const selected = () => test.app.stores.selection.getState().sampleId;
  await user.click(screen.getAllByRole("option")[1]!);
  expect(selected()).toBe(2);
  expect(screen.getAllByRole("option", { selected: true })).toHaveLength(1);
  screen.getByRole("listbox", { name: "Sample entries" }).focus();
  await user.keyboard("{ArrowDown}");
  expect(selected()).toBe(3);
  await user.keyboard("{Home}");
  expect(selected()).toBe(1);
});

it("searches, says where nothing is found, and shows all again", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("button", { name: "Search samples" }));
  await user.type(await screen.findByRole("searchbox", { name: "Search entries" }), "thr");
  expect(lines()).toHaveLength(1);
  await user.keyboard("xx");
  expect(screen.getByText(/No entry contains “thrxx”/)).toBeTruthy();
  expect(screen.queryByText(/neither labels nor expressions/)).toBeNull();
  const search = screen.getByRole("searchbox", { name: "Search entries" });
  for (const query of ["level=errxx", "/er.+xx/"]) {
    await user.clear(search);
    await user.type(search, query);
    expect(screen.getByText(/It reads neither labels nor expressions/)).toBeTruthy();
  }
  await user.click(screen.getByRole("button", { name: "Show all entries" }));
  expect(test.app.stores.entryFilter.getState().search).toBe("");
  expect(lines()).toHaveLength(3);
});

it("takes labels for all, and says which are not used yet", async () => {
  const { test, user } = await setUp();
  const field = screen.getByRole("textbox", { name: "Labels of every sample" });
  await user.clear(field);
  await user.type(field, 'app="shop');
  expect(within(screen.getByRole("region", { name: "Samples" })).getByRole("alert").textContent).toMatch(
    /^Not used yet: /,
  );
  await user.type(field, '"');
  expect(screen.queryByRole("alert")).toBeNull();
  expect(test.app.stores.document.getState().commonLabels).toBe('app="shop"');
});

it("offers ways to samples where there are none", async () => {
  const test = await runApp({ text: DROP, samples: [] });
  const user = show(test, <SamplesPane />);
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Type or paste lines" }));
  await user.type(screen.getByRole("textbox", { name: "Samples, one entry per line" }), "a new line");
  expect(test.app.stores.document.getState().samples.map(({ line }) => line)).toEqual(["a new line"]);
});
