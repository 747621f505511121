import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { pass, runApp, show, until } from "../../testing/views.tsx";
import { Inspector } from "./inspector.tsx";

const TEXT = `stage.logfmt {
  mapping = { level = "" }
}
stage.drop {
  expression          = "noise"
  drop_counter_reason = "too loud"
}
`;
const SAMPLES = ["level=info", "noise"].map((line, i) => ({ id: i + 1, line }));

async function setUp(sampleId = 1) {
  const test = await runApp({ text: TEXT, samples: SAMPLES });
  const user = show(test, <Inspector />);
  act(() => test.app.stores.selection.setState({ sampleId, stagePath: "1" }));
  await until(test, ({ stores }) => stores.preview.getState().steps?.sampleId === sampleId);
  return { test, user };
}

const card = () => screen.getByRole("article");

it("tells what a stage did to the entry, and goes through the stages", async () => {
  const { test, user } = await setUp();
  expect(card().getAttribute("aria-label")).toBe("Stage 1 logfmt: changed");
  expect(within(card()).getByRole("region", { name: "Extracted" }).textContent).toContain("info");
  await user.click(
    within(screen.getByRole("navigation", { name: "Stages of this entry" })).getByRole("button", { name: /^2 drop/ }),
  );
  await pass(test, 2);
  expect(test.app.stores.selection.getState().stagePath).toBe("2");
  expect(card().getAttribute("aria-label")).toBe("Stage 2 drop: unchanged");
});

it("goes to the next entry, and says by which stage and why that was dropped", async () => {
  const { test, user } = await setUp();
  expect(screen.getByRole("heading", { name: "Entry 1" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next entry" }));
  await until(test, ({ stores }) => stores.preview.getState().steps?.sampleId === 2);
  expect(screen.getByRole("heading", { name: "Entry 2" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^2 drop/ }));
  expect(card().getAttribute("aria-label")).toBe("Stage 2 drop: dropped");
  expect(card().textContent).toContain("noise");
});

it("keeps the tab that is chosen", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("tab", { name: "Output" }));
  expect(test.app.stores.settings.getState().inspectorTab).toBe("output");
  expect(await screen.findByRole("tabpanel", { name: "Output" })).toBeTruthy();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Fields");
});

it("says that a filter hides the entry, and takes the filter away", async () => {
  const { test, user } = await setUp();
  act(() => test.app.stores.entryFilter.setState({ filter: { kind: "status", status: "dropped" } }));
  expect(screen.getByText(/not in the filtered list/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all entries" }));
  expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "all" });
});
