import { screen } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { dismissNotice, notify } from "../../core/page/notify.ts";
import { createRealApp, show } from "../../testing/views.tsx";
import { Notices } from "./notices.tsx";

const closers = () => screen.getAllByRole("button", { name: "Close this message" });

it("shows the last one, and the others on request; Escape closes the one with the focus", async () => {
  const test = createRealApp();
  const { notices } = test.app.stores;
  const user = show(test, <Notices />);
  act(() => {
    notify(test.app, "info", "one");
    notify(test.app, "error", "two");
  });
  const [only, ...others] = closers();
  expect([only?.title, others.length]).toEqual(["Close (M)", 0]);
  await user.click(screen.getByRole("button", { name: "1 more" }));
  expect(screen.getByRole("button", { name: "Less" }).getAttribute("aria-expanded")).toBe("true");
  expect(closers()).toHaveLength(2);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(closers()[0]);
  await user.keyboard("{Escape}");
  expect(notices.getState().notices.map(({ text }) => text)).toEqual(["two"]);
});

it("keeps them while they are read: under the pointer, with the focus, or open", async () => {
  const test = createRealApp();
  const { notices } = test.app.stores;
  const user = show(test, <Notices />);
  act(() => {
    notify(test.app, "error", "one");
    notify(test.app, "error", "two");
  });
  const held = () => notices.getState().held;
  await user.tab();
  expect(held()).toBe(true);
  await user.hover(screen.getByRole("log"));
  await user.unhover(screen.getByRole("log"));
  expect(held(), "the focus is still there").toBe(true);
  await user.click(screen.getByRole("button", { name: "1 more" }));
  act(() => (document.activeElement as HTMLElement).blur());
  expect(held()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Less" }));
  act(() => (document.activeElement as HTMLElement).blur());
  await user.unhover(screen.getByRole("log"));
  expect(held()).toBe(false);
  const { notices: shown } = notices.getState();
  act(() => dismissNotice(test.app, shown[1]!.id));
  expect(screen.queryByRole("button", { name: /more/ })).toBeNull();
});
