import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show } from "../../testing/views.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const SAMPLES = [
  { id: 1, line: "login of anna@example.com" },
  { id: 2, line: "nothing" },
];

async function setUp() {
  const test = createRealApp({ samples: SAMPLES });
  const user = show(test, <ShareDialog />);
  const link = () => (screen.getByRole("textbox", { name: "Link" }) as HTMLInputElement).value;
  await waitFor(() => expect(link()).toMatch(/^https:\/\/sluice\.example\/#/));
  return { test, user, link };
}

it("copies a link that is shorter without the samples", async () => {
  const { test, user, link } = await setUp();
  const whole = link();
  await user.click(screen.getByRole("checkbox", { name: "2 samples" }));
  await waitFor(() => expect(link().length).toBeLessThan(whole.length));
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  await waitFor(() => expect(test.copied).toEqual([link()]));
});

it("replaces what is private, unless it is said that it stays", async () => {
  const { user, link } = await setUp();
  const replaced = link();
  const toggle = screen.getByRole("switch", { name: "Replace mail address" });
  expect(toggle.getAttribute("aria-checked")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Show what is sent" }));
  expect(document.body.textContent).not.toContain("login of anna@example.com");
  await user.click(toggle);
  await waitFor(() => expect(link()).not.toBe(replaced));
  expect(document.body.textContent).toContain("login of anna@example.com");
});

it("offers the same as a file", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("tab", { name: "Bundle" }));
  await user.click(screen.getByRole("button", { name: "Download bundle" }));
  expect(test.downloads.map(({ name }) => name)).toEqual(["test.sluice.json.gz"]);
});
