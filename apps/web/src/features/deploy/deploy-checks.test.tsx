import type { Foreseen } from "@sluice/protocol";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Problem } from "../../core/model/analysis.ts";
import { createRealApp, show } from "../../testing/views.tsx";
import { DeployChecks } from "./deploy-checks.tsx";
import type { DeployState } from "./deploy-session.ts";

const FINE: Extract<Foreseen, { ok: true }> = { ok: true, consequences: [] } as never;
const READY: DeployState = {
  phase: "ready",
  message: null,
  current: null,
  unkept: null,
  way: { kind: "whole" } as never,
  foreseen: FINE,
  heirs: {},
  running: [],
  diff: [{ mark: "+", text: "a", a: 0, b: 0 }],
  meanwhile: null,
  refusal: null,
};

function setUp(state: Partial<DeployState> = {}, more: { problems?: readonly Problem[]; hidden?: number } = {}) {
  const [onAsIs, onLeave] = [vi.fn(), vi.fn()];
  const test = createRealApp();
  const user = show(
    test,
    <DeployChecks
      state={{ ...READY, ...state }}
      problems={more.problems ?? []}
      text=""
      hidden={more.hidden ?? 0}
      asIs={false}
      onAsIs={onAsIs}
      away={undefined}
      onLeave={onLeave}
    />,
  );
  const checks = () =>
    screen.getAllByRole("listitem").map((item) => {
      const mark = item.querySelector("[role=img]")?.getAttribute("aria-label");
      return `${mark}: ${item.textContent}`;
    });
  return { test, user, checks, onAsIs, onLeave };
}

it("says that nothing is in the way", () => {
  const { checks } = setUp();
  expect(checks()).toEqual(["fine: The configuration has no errors", "fine: Nothing that runs now will stop"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("warns where nothing differs, where versions are not kept, and of a secret that is hidden", async () => {
  const { user, checks, onAsIs } = setUp({ diff: [], unkept: "the folder cannot be written" }, { hidden: 2 });
  expect(checks().filter((check) => check.startsWith("warning: "))).toHaveLength(3);
  expect(checks().join("\n")).toContain("the folder cannot be written");
  await user.click(screen.getByRole("checkbox", { name: "Deploy it anyway" }));
  expect(onAsIs.mock.calls).toEqual([[true]]);
});

it("shows why the server refuses it, and goes to the place", async () => {
  const problem: Problem = {
    severity: "error",
    code: "refused",
    message: "The server: no such folder",
    start: 0,
    end: 1,
    line: 4,
    column: 2,
  } as never;
  const { test, user, checks, onLeave } = setUp(
    { foreseen: { ok: false } as never, message: "refused", refusal: { diagnostics: [], more: 3 } },
    { problems: [problem] },
  );
  expect(checks()[0]).toBe("in the way: The server refuses it");
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("and 3 more");
  await user.click(screen.getByRole("button", { name: /no such folder/ }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  expect(test.app.stores.view.getState().reveal).toMatchObject({ start: 0 });
});
