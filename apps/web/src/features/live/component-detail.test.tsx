import { LiveComponent } from "@sluice/protocol/live";
import { screen, within } from "@testing-library/react";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { dialogOf } from "../../core/page/dialogs.ts";
import { ManualScheduler } from "../../testing/testing.ts";
import { createRealApp, show, showAlone } from "../../testing/views.tsx";
import { ComponentDetail } from "./component-detail.tsx";
import type { LiveArea } from "./live-parts.ts";
import { LiveSession } from "./live-session.ts";

const FLOW = { entries: 1, bytes: 10 };
const component = (stages: unknown, details: object = {}) =>
  v.parse(LiveComponent, {
    id: "logs.process.main",
    name: "logs.process",
    label: "main",
    kind: "process",
    health: { state: "healthy", message: "", since: "2026-01-15T08:00:00Z" },
    forward_to: [],
    arguments: [],
    exports: [],
    details,
    errors: [],
    in: FLOW,
    out: FLOW,
    dropped: 0,
    total: { in: FLOW, out: FLOW, dropped: 0 },
    held: 0,
    stages,
  });

function setUp(stages: unknown) {
  const start = vi.fn();
  const live = new LiveSession(async () => undefined, new ManualScheduler());
  const area = { live, tap: { start } } as unknown as LiveArea;
  const user = showAlone(<ComponentDetail component={component(stages)} area={area} />);
  return { user, start };
}

const rows = () => within(screen.getByRole("region", { name: "Stages" })).getAllByRole("listitem");

it("shows the share of time of each stage that was measured, what is unusual, and the rest on hovering", () => {
  setUp([
    {
      path: "1",
      name: "regex",
      time: { reached: 1, microseconds: 12.5, share: 0.904, reasons: ["a slow expression"] },
    },
    { path: "2", name: "drop", time: { reached: 0.5, microseconds: 1.3, share: 0.096, reasons: [] } },
    { path: "3", name: "labels" },
  ]);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    "1 regexTime: 90 % Tapa slow expression",
    "2 dropTime: 9.6 % Tap",
    "3 labels Tap",
  ]);
  expect(within(rows()[1]!).getByText("9.6 %").title).toBe(
    "1.3 µs of processor time for each entry that enters; 50 % of them reach it. By a sample.",
  );
});

it("says nothing of time before any was measured, and taps a stage", async () => {
  const { user, start } = setUp([{ path: "1", name: "regex" }]);
  expect(screen.getByRole("heading", { name: /1 stage/ }).textContent).not.toContain("time");
  await user.click(screen.getByRole("button", { name: "Tap stage 1 regex" }));
  expect(start).toHaveBeenCalledWith({ component: "logs.process.main", stage: "1" });
});

it("offers samples of what a journal keeps", async () => {
  const test = createRealApp();
  const live = new LiveSession(async () => undefined, new ManualScheduler());
  const area = { live, tap: {} } as unknown as LiveArea;
  const journal = component(undefined, { bytes: 1, max_bytes: 2, entries: 1, receivers: [] });
  const user = show(test, <ComponentDetail component={journal} area={area} />);
  await user.click(screen.getByRole("button", { name: "Capture the last hour…" }));
  expect(dialogOf(test.app, "capture")).toMatchObject({ journal: "logs.process.main" });
});
