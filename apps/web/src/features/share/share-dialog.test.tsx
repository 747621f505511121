import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createRealApp, show } from "../../testing/views.tsx";
import { shareDocument } from "./hand-on.ts";
import { ShareDialog } from "./share-dialog.tsx";

const SAMPLES = [
  { id: 1, line: "login of anna@example.com" },
  { id: 2, line: "nothing" },
];
const MANY = Array.from({ length: 2500 }, (_, i) => ({ id: i + 1, line: `login ${i} of anna@example.org` }));

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

/** Nothing is replaced before `goOn`. */
function showMany(as: "link" | "bundle") {
  const test = createRealApp({ samples: MANY });
  const { language } = test.app;
  const screened = language.screened.bind(language);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.spyOn(language, "screened").mockImplementation((ask) => held.then(() => screened(ask)));
  shareDocument(test.app, as);
  return { test, user: show(test, <ShareDialog />), goOn: () => goOn() };
}

it("shows how far the search of many samples is, and offers nothing of it before", async () => {
  const { goOn } = showMany("bundle");
  const text = await screen.findByText("Replaced private values: 0 of 2,500 samples");
  const progress = within(text.parentElement!).getByRole("progressbar", { name: "Search for private values" });
  expect([progress.getAttribute("value"), progress.getAttribute("max")]).toEqual(["2500", "5000"]);
  const download = screen.getByRole("button", { name: "Download bundle" }) as HTMLButtonElement;
  expect(download.disabled).toBe(true);
  goOn();
  await waitFor(() => expect(download.disabled).toBe(false));
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("cancels a search with the dialog", async () => {
  const { test, user } = showMany("link");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(test.app.stores.view.getState().dialog).toBeNull();
});
