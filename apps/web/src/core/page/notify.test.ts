import { describe, expect, it } from "vitest";
import { ManualScheduler } from "../../testing/testing.ts";
import { dismissNotice, dismissNotices, holdNotices, notify } from "./notify.ts";
import { createNoticeStore } from "./stores.ts";

function page() {
  const scheduler = new ManualScheduler();
  const notifier = { scheduler, stores: { notices: createNoticeStore() } };
  const shown = () => notifier.stores.notices.getState().notices.map(({ text }) => text);
  return { scheduler, notifier, shown };
}

describe("notices", () => {
  it("stack up to three, and what passes anyway gives way before an error", () => {
    const { notifier, shown } = page();
    notify(notifier, "error", "an error");
    for (const text of ["a", "b", "c"]) notify(notifier, "info", text);
    expect(shown()).toEqual(["an error", "b", "c"]);
    for (const text of ["1", "2", "3"]) notify(notifier, "error", text);
    expect(shown()).toEqual(["1", "2", "3"]);
    notify(notifier, "info", "last");
    expect(shown(), "what was done last shows in any case").toEqual(["2", "3", "last"]);
    dismissNotices(notifier);
    expect(shown()).toEqual([]);
  });

  it("stay as long as their text takes to read, and while they are held", () => {
    const { notifier, scheduler, shown } = page();
    notify(notifier, "info", "short");
    notify(notifier, "info", "x".repeat(300));
    scheduler.pass(8000);
    expect(shown()).toHaveLength(1);
    holdNotices(notifier, true);
    scheduler.pass(60_000);
    expect(shown()).toHaveLength(1);
    holdNotices(notifier, false);
    scheduler.pass(2000);
    expect(shown()).toEqual([]);
  });

  it("are not held by a pointer on one that is gone", () => {
    const { notifier, scheduler, shown } = page();
    notify(notifier, "info", "one");
    holdNotices(notifier, true);
    dismissNotice(notifier, 1);
    notify(notifier, "info", "two");
    scheduler.pass(8000);
    expect(shown()).toEqual([]);
  });
});
