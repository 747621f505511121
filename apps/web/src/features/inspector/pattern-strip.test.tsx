import { screen, within } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { selectEntry } from "../../core/select/select-entry.ts";
import { pass, runApp, show, until } from "../../testing/views.tsx";
import { Inspector } from "./inspector.tsx";

const LINES = [
  ...Array.from({ length: 6 }, (_, i) => `login of user u${i} from 10.0.0.${i} port ${2000 + i}`),
  ...Array.from({ length: 3 }, (_, i) => `GET /cart/${i} took ${i}ms`),
  "disk is full",
  "  at x.y(z)",
];

// It is there at once when it is first shown.
beforeAll(async () => void (await import("./pattern-strip.tsx")));

async function setUp() {
  const samples = LINES.map((line, i) => ({ id: i + 1, line }));
  const test = await runApp({ text: 'stage.drop {\n  expression = "none"\n}\n', samples });
  // Patterns are looked for when another entry is chosen.
  selectEntry(test.app, 2);
  selectEntry(test.app, 1);
  await until(test, ({ stores }) => stores.patterns.getState().known !== null);
  const user = show(test, <Inspector />);
  const strip = await screen.findByRole("region", { name: "Pattern of this entry" });
  const choose = async (id: number) => {
    selectEntry(test.app, id);
    await pass(test, 5);
  };
  return { test, user, strip, choose };
}

const textOf = (element: Element) => element.textContent?.replaceAll(/\s+/g, " ");

it("says where the entry's pattern stands among all", async () => {
  const { strip, choose } = await setUp();
  expect(textOf(strip)).toContain("Pattern 1 of 3, 6 entries, 55 %login of user user from address port port");
  await choose(7);
  expect(textOf(strip)).toContain("Pattern 2 of 3, 3 entries, 27 %");
});

it("shows the parts with what they are in this entry, and their range and different values", async () => {
  const { test, user, strip, choose } = await setUp();
  await user.click(within(strip).getByRole("button", { name: /^Pattern 1/ }));
  await pass(test, 5);
  const rows = () => within(strip).getAllByRole("row").slice(1).map(textOf);
  expect(rows()).toEqual(["useru0id6", "address10.0.0.0address6", "port2000number6, from 2,000 to 2,005"]);
  await choose(3);
  expect(rows()[0]).toBe("useru2id6");
  await choose(10);
  expect(textOf(strip)).toContain("Nothing varies in this pattern.");
  await choose(11);
  expect(textOf(strip)).toContain("Pattern 3 of 3, 2 entries, 18 %");
});

it("shows only these entries, and all again", async () => {
  const { test, user, strip } = await setUp();
  const shown = () => test.app.derived.rows().length;
  await user.click(within(strip).getByRole("button", { name: "Show only these" }));
  expect(shown()).toBe(6);
  await user.click(within(strip).getByRole("button", { name: "Show all" }));
  expect(shown()).toBe(11);
});

it("has the actions on the pattern", async () => {
  const { test, user, strip } = await setUp();
  await user.click(within(strip).getByRole("button", { name: "Actions on this pattern" }));
  await user.click(await screen.findByRole("menuitem", { name: "Keep one in N…" }));
  expect(test.app.stores.view.getState().dialog).toEqual({ kind: "pattern", edits: true, number: 0, action: "sample" });
});
