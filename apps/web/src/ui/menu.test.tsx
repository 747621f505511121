import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../testing/views.tsx";
import { Menu } from "./menu.tsx";

function setUp() {
  const [copy, remove, dark] = [vi.fn(), vi.fn(), vi.fn()];
  const user = showAlone(
    <Menu
      label="More"
      items={[
        { label: "Light", checked: true, run: vi.fn() },
        { label: "Dark", checked: false, run: dark },
        { label: "Copy", keys: "Ctrl+C", detail: "with its comments", run: copy },
        { label: "Paste", disabled: true, run: vi.fn() },
        { label: "Remove", run: remove },
      ]}
    >
      …
    </Menu>,
  );
  const button = screen.getByRole("button", { name: "More" });
  return { user, button, copy, remove, dark };
}

it("opens by Enter, is walked by arrows, runs what Enter is pressed on and gives the focus back", async () => {
  const { user, button, copy, remove } = setUp();
  button.focus();
  await user.keyboard("{Enter}");
  const menu = await screen.findByRole("menu", { name: "More" });
  await waitFor(() => expect(menu).toContain(document.activeElement));
  await user.keyboard("{End}{ArrowUp}{ArrowUp}{Enter}");
  expect(copy).toHaveBeenCalledTimes(1);
  expect(remove).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("closes by Escape and does nothing", async () => {
  const { user, button, copy, remove } = setUp();
  await user.click(button);
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(copy).not.toHaveBeenCalled();
  expect(remove).not.toHaveBeenCalled();
});

it("says which of several is on, and which cannot be chosen", async () => {
  const { user, button, dark } = setUp();
  await user.click(button);
  const [light, other] = await screen.findAllByRole("menuitemradio");
  expect(light!.getAttribute("aria-checked")).toBe("true");
  expect(other!.getAttribute("aria-checked")).toBe("false");
  expect(screen.getByRole("menuitem", { name: "Paste" }).getAttribute("aria-disabled")).toBe("true");
  await user.click(other!);
  expect(dark).toHaveBeenCalledTimes(1);
});
