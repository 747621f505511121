import { act, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { moveEntry } from "../../../core/select/move-entry.ts";
import { selectEntry } from "../../../core/select/select-entry.ts";
import type { TestApp } from "../../../testing/testing.ts";
import { pass, runApp, show, until } from "../../../testing/views.tsx";
import { SamplesPane } from "../samples-pane.tsx";

/** 90 entries of two patterns in turn, with a blank line at the end of each of three blocks. */
const LINES = Array.from({ length: 93 }, (_, i) => {
  if (i % 31 === 30) return "";
  return i % 3 === 0 ? `login of user u${i} from 10.0.0.${i}` : `GET /cart/${i} took ${i}ms`;
});
const samples = LINES.map((line, i) => ({ id: i + 1, line }));

// It is there at once when the list is first grouped.
beforeAll(async () => void (await import("./pattern-list.tsx")));

async function setUp(given = samples) {
  const test = await runApp({ text: 'stage.drop {\n  expression = "login"\n}\n', samples: given });
  const user = show(test, <SamplesPane />);
  return { test, user };
}

async function grouped(given = samples) {
  const { test, user } = await setUp(given);
  await user.click(screen.getByRole("button", { name: "Group by pattern" }));
  await until(test, ({ stores }) => stores.patterns.getState().known !== null);
  await screen.findByRole("tree", { name: "Sample entries" });
  return { test, user };
}

const heads = () => screen.getAllByRole("treeitem").filter((item) => item.getAttribute("aria-level") === "1");
const rows = () => screen.queryAllByRole("treeitem").filter((item) => item.getAttribute("aria-level") === "2");
const textOf = (item: Element) => item.textContent?.replace(/\s+/g, " ");
const current = () => screen.queryAllByRole("treeitem", { selected: true }).map(textOf);
const chosen = ({ app }: TestApp) => app.stores.selection.getState().sampleId;
const filters = ({ app }: TestApp) => app.stores.patterns.getState().filters;

describe("samples by pattern", () => {
  it("are listed one by one while they are few, and by group on request, which is remembered", async () => {
    const { test, user } = await setUp();
    expect(screen.getByRole("listbox", { name: "Sample entries" })).toBeTruthy();
    const button = screen.getByRole("button", { name: "Group by pattern" });
    expect(button.getAttribute("aria-pressed")).toBe("false");
    await user.click(button);
    await until(test, ({ stores }) => stores.patterns.getState().known !== null);
    await screen.findByRole("tree", { name: "Sample entries" });
    expect(button.getAttribute("aria-pressed")).toBe("true");
    expect(test.app.stores.settings.getState().groupSamples).toBe(true);
    await user.click(button);
    expect(screen.getByRole("listbox", { name: "Sample entries" })).toBeTruthy();
  });

  it("are not looked at before anybody needs that, while they are few", async () => {
    const { test } = await setUp();
    await pass(test, 1000);
    const { known, progress } = test.app.stores.patterns.getState();
    expect([known, progress, test.app.derived.isGrouped()]).toEqual([null, null, false]);
  });

  it("are grouped by themselves where there are many of few patterns", async () => {
    const many = Array.from({ length: 240 }, (_, i) => ({ id: i + 1, line: `GET /cart/${i} took ${i}ms` }));
    const { test } = await setUp(many);
    await until(test, ({ stores }) => stores.patterns.getState().known !== null);
    await screen.findByRole("tree", { name: "Sample entries" });
    expect(test.app.stores.settings.getState().groupSamples).toBeNull();
  });

  it("show in rows without anything that varies what a plain list shows", async () => {
    const json = Array.from({ length: 6 }, (_, i) => ({
      id: i + 1,
      line: JSON.stringify({ ts: `2026-01-15T08:00:0${i}Z`, level: "info", msg: "order placed", user: null }),
    }));
    const test = await runApp({
      text: 'stage.json {\n  expressions = { level = "", msg = "", user = "" }\n}\n',
      samples: json,
    });
    const user = show(test, <SamplesPane />);
    await user.click(screen.getByRole("button", { name: "Group by pattern" }));
    await until(
      test,
      ({ stores }) => stores.patterns.getState().known !== null && stores.preview.getState().values !== null,
    );
    await screen.findByRole("tree", { name: "Sample entries" });
    await user.click(heads()[0]!);
    await user.keyboard("{ArrowRight}");
    const [row] = rows();
    expect(row!.querySelector("[data-part=varying]")).toBeNull();
    expect(row!.querySelector("[data-part=values]")?.textContent?.replace(/\s+/g, " ").trim()).toBe(
      "info order placed",
    );
  });

  it("have a head with count, shares and the template; what has no pattern comes last", async () => {
    await grouped();
    expect(heads().map(textOf)).toEqual([
      "60 entries, 65 % of lines, 58 % of bytes, GET get took took",
      "30 entries, 32 % of lines, 42 % of bytes, login of user user from address",
      "3 entries, 3.2 % of lines, No pattern",
    ]);
    expect(heads().map((head) => head.getAttribute("aria-expanded"))).toEqual(["false", "false", "false"]);
  });

  it("counts lines that continue an entry apart, and has most entries first", async () => {
    const trace = ["job 7 failed", "java.lang.Error: it broke", "\tat a.b.C(C.java:1)", "\tat a.b.D(D.java:2)"];
    const lines = Array.from({ length: 80 }, (_, i) => (i % 4 === 0 ? trace : [`GET /cart/${i} took ${i}ms`])).flat();
    await grouped(lines.map((line, i) => ({ id: i + 1, line })));
    expect(heads().map((head) => textOf(head)?.split(" of lines")[0])).toEqual([
      "60 entries, 43 %",
      "20 entries, +60 that continue them, 57 %",
    ]);
  });
});

describe("the keys of the grouped list", () => {
  it("move through heads and rows, and the arrows to the sides fold", async () => {
    const { test, user } = await grouped();
    screen.getByRole("tree").focus();
    expect(current()).toEqual([expect.stringContaining("login of user")]);
    await user.keyboard("{Home}");
    expect([current(), chosen(test)]).toEqual([[expect.stringContaining("GET")], 2]);
    await user.keyboard("{ArrowRight}");
    expect(heads()[0]!.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{ArrowRight}");
    expect([current(), chosen(test)]).toEqual([[expect.stringContaining("/cart/1")], 2]);
    await user.keyboard("{ArrowDown}");
    expect(chosen(test)).toBe(3);
    await user.keyboard("{ArrowLeft}");
    expect([current(), chosen(test)]).toEqual([[expect.stringContaining("GET")], 2]);
    await user.keyboard("{ArrowLeft}{ArrowDown}");
    expect([current(), chosen(test), rows()]).toEqual([[expect.stringContaining("login of user")], 1, []]);
    await user.keyboard(" ");
    expect(rows().length).toBeGreaterThan(0);
  });

  it("go to the next entry in the order of the list, whose group opens", async () => {
    const { test } = await grouped();
    act(() => moveEntry(test.app, -1));
    // The last of the group above.
    expect(chosen(test)).toBe(92);
    expect(heads()[0]!.getAttribute("aria-expanded")).toBe("true");
    act(() => moveEntry(test.app, 1));
    expect(chosen(test)).toBe(1);
    expect(test.app.derived.groups().map(({ isOpen }) => isOpen)).toEqual([true, true, false]);
  });

  it("open the menu of a head, whose arrows are its own", async () => {
    const { test, user } = await grouped();
    screen.getByRole("tree").focus();
    await user.keyboard("{Home}{Shift>}{F10}{/Shift}");
    expect(await screen.findByRole("menuitem", { name: "Drop these…" })).toBeTruthy();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect([chosen(test), current()]).toEqual([2, [expect.stringContaining("GET")]]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menuitem")).toBeNull();
  });

  it("open the same menu on a right click, which selects the head and folds nothing", async () => {
    const { test, user } = await grouped();
    await user.pointer({ target: heads()[1]!, keys: "[MouseRight]" });
    expect(await screen.findByRole("menuitem", { name: "Drop these…" })).toBeTruthy();
    expect(current()).toEqual([expect.stringContaining("login of user")]);
    expect(heads()[1]!.getAttribute("aria-expanded")).toBe("false");
    await user.click(screen.getByRole("menuitem", { name: /^Not these/ }));
    expect(filters(test)).toHaveLength(1);
  });

  it("make no group anew", async () => {
    const { test } = await grouped();
    const before = [test.app.derived.groups(), test.app.derived.rows(), test.app.derived.listedRows()];
    act(() => selectEntry(test.app, 40));
    const after = [test.app.derived.groups(), test.app.derived.rows(), test.app.derived.listedRows()];
    expect(after.map((list, i) => list === before[i])).toEqual([true, true, true]);
  });

  it("delete no entry while a head is the current item", async () => {
    const { test, user } = await grouped();
    screen.getByRole("tree").focus();
    await user.keyboard("{Delete}");
    expect(test.app.stores.document.getState().samples).toHaveLength(93);
  });
});

describe("rows of a group", () => {
  it("show what varies, and those that have none their line", async () => {
    const { user } = await grouped();
    await user.click(heads()[1]!);
    const row = await screen.findByRole("treeitem", { name: /u3 10\.0\.0\.3/ });
    expect(within(row).getByText("login of user u3", { exact: false })).toBeTruthy();
    await user.click(heads()[1]!);
    await user.click(heads()[2]!);
    expect(textOf(rows()[0]!)).toContain("(empty line)");
  });

  it("show what a line adds to its entry, without what a container runtime writes around it", async () => {
    const block = [
      "Job failed",
      "java.lang.IllegalStateException: no",
      "\tat com.x.A.run(A.java:12)",
      "\tat com.x.B.go(B.java:30)",
    ];
    const lines = [1, 2, 3].flatMap((n) =>
      block.map(
        (line, i) => `2026-01-15T08:00:0${n}.12345678${i}Z stderr F ${i === 0 ? `${line} in step ${n}` : line}`,
      ),
    );
    const { test, user } = await grouped(lines.map((line, i) => ({ id: i + 1, line })));
    if (rows().length === 0) await user.click(heads()[0]!);
    await until(test, () => rows().some((row) => row.querySelector("[data-part=varying]") !== null));
    const shown = rows().map((row) =>
      row
        .querySelector("[data-part=varying]")
        ?.textContent?.replace(/[\s⇥]+/g, " ")
        .trim(),
    );
    expect(shown.slice(0, 4)).toEqual([
      "1",
      "java.lang.IllegalStateException: no",
      "at com.x.A.run(A.java:12)",
      "at com.x.B.go(B.java:30)",
    ]);
  });

  it("are there again when the worker was ended meanwhile", async () => {
    const { test, user } = await grouped();
    test.app.preview.close();
    await user.click(heads()[1]!);
    await until(test, ({ stores }) => stores.patterns.getState().lost !== null);
    await until(test, ({ stores }) => stores.patterns.getState().lost === null);
    expect(await screen.findByRole("treeitem", { name: /u3 10\.0\.0\.3/ })).toBeTruthy();
  });
});

describe("filters by pattern", () => {
  const filterOf = (name: string) => screen.findByRole("button", { name: `${name}: remove this filter` });
  const GET = "GET <get> took <took>";
  const LOGIN = "login of user <user> from <address>";
  const choose = async ({ user }: Awaited<ReturnType<typeof grouped>>, at: number, item: RegExp) => {
    await user.click(within(heads()[at]!).getByRole("button"));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };

  it("show a pattern alone, and the chosen entry is the next that is shown", async () => {
    const page = await grouped();
    expect(chosen(page.test)).toBe(1);
    await choose(page, 0, /Show only these/);
    expect(heads()).toHaveLength(1);
    expect(chosen(page.test)).toBe(2);
    expect(screen.getByRole("button", { name: "All 60" })).toBeTruthy();
    await page.user.click(await filterOf(`Only: ${GET}`));
    expect(heads()).toHaveLength(3);
  });

  it("hide several, together with the filter by status", async () => {
    const page = await grouped();
    await choose(page, 0, /Not these/);
    // Few rows are all in sight; folded, they leave the next head in it.
    await page.user.click(heads()[0]!);
    await choose(page, 1, /Not these/);
    expect(heads().map(textOf)).toEqual([expect.stringContaining("login of user")]);
    await filterOf(`Not: ${GET}`);
    await filterOf("Not: lines without a pattern");
    await page.user.click(screen.getByRole("button", { name: "Dropped 30" }));
    await page.user.click(await filterOf(`Not: ${GET}`));
    expect(heads().map(textOf)).toEqual([expect.stringContaining("login of user")]);
    await choose(page, 0, /Not these/);
    await page.user.click(screen.getByRole("button", { name: "Show all entries" }));
    expect([heads().length, filters(page.test)]).toEqual([3, []]);
  });

  it("stay with their pattern when samples are added in front, and go with the last of it", async () => {
    const page = await grouped();
    await choose(page, 1, /Not these/);
    const { document, patterns } = page.test.app.stores;
    const edit = async (lines: typeof samples) => {
      const before = patterns.getState().known;
      document.transact("edited", { samples: lines });
      await until(page.test, ({ stores }) => stores.patterns.getState().known !== before);
    };
    await edit([{ id: 200, line: "disk sda is 93% full" }, { id: 201, line: "disk sdb is 94% full" }, ...samples]);
    await filterOf(`Not: ${LOGIN}`);
    expect(heads().map(textOf).join()).not.toContain("login of user");
    await edit(samples.filter(({ line }) => line.startsWith("GET")));
    expect(filters(page.test)).toEqual([]);
  });
});
