import { screen } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { notify } from "../core/page/notify.ts";
import { createRealApp, show } from "../testing/views.tsx";
import { Notices } from "./notices.tsx";

it("is closed by Escape where the focus is, and its button names the key for all", async () => {
  const test = createRealApp();
  const user = show(test, <Notices />);
  act(() => {
    notify(test.app, "info", "one");
    notify(test.app, "error", "two");
  });
  const [first] = screen.getAllByRole("button", { name: "Close this message" });
  expect(first?.title).toBe("Close (M)");
  await user.tab();
  expect(document.activeElement).toBe(first);
  expect(test.app.stores.notices.getState().held).toBe(true);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("log").textContent).toBe("two");
});
