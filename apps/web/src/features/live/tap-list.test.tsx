import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useStore } from "zustand";
import { ManualScheduler } from "../../testing/testing.ts";
import { shownEntry, tappedOf } from "../../testing/testing-live.ts";
import { showAlone } from "../../testing/views.tsx";
import { TapList } from "./tap-list.tsx";
import { tapRow } from "./tap-rows.ts";
import { TapSession } from "./tap-session.ts";

const ENTRY = shownEntry("GET /cart", { job: "shop" });
const tapped = tappedOf(ENTRY);
const ENTRIES = [
  tapped(3, { after: [{ ...ENTRY, labels: { job: "shop", level: "info" } }] }),
  tapped(2, {
    status: "dropped",
    settled: "dropped",
    after: [],
    drops: [{ path: "1", stage: "drop", reason: "reads" }] as never,
  }),
  tapped(1),
];

function Rows({ tap }: { tap: TapSession }) {
  return <TapList tap={tap} rows={useStore(tap.store, ({ rows }) => rows)} />;
}

function setUp() {
  const tap = new TapSession({
    open: async () => undefined,
    ask: async () => undefined,
    scheduler: new ManualScheduler(),
  });
  tap.store.setState({ rows: ENTRIES.map((entry) => tapRow(entry, undefined, 1, { key: entry.seq, tap: 1 })) });
  const user = showAlone(<Rows tap={tap} />);
  return { tap, user };
}

it("shows each entry before and after, with what became of it", () => {
  setUp();
  const [changed, dropped, passed] = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(changed).toContain("changed");
  expect(changed).toContain('level="info"');
  expect(dropped).toContain("dropped");
  expect(dropped).toContain("reads");
  expect(passed).toContain("line unchanged");
});

it("selects one by a click or by arrows, and none by Escape or a second click", async () => {
  const { tap, user } = setUp();
  const selected = () => tap.store.getState().selected;
  await user.click(screen.getAllByRole("option")[1]!);
  expect(selected()).toBe(2);
  screen.getByRole("listbox", { name: "Entries, newest first" }).focus();
  await user.keyboard("{ArrowDown}");
  expect(selected()).toBe(1);
  await user.keyboard("{Home}");
  expect(selected()).toBe(3);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain('level="info"');
  const select = vi.spyOn(tap, "select").mockReturnValue();
  await user.keyboard("{Escape}");
  await user.click(screen.getAllByRole("option")[0]!);
  expect(select.mock.calls).toEqual([[null], [null]]);
});
