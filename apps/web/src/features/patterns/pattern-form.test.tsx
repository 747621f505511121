import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { setText } from "../../core/edit/edit-document.ts";
import { undo } from "../../core/edit/undo.ts";
import { emptyDocument } from "../../core/model/document.ts";
import { openPatternAction, openPatternTest } from "../../core/select/pattern-actions.ts";
import { selectEntry } from "../../core/select/select-entry.ts";
import { noticesOf, type TestApp } from "../../testing/testing.ts";
import { pass, runApp, show, until } from "../../testing/views.tsx";
import NewTestForm from "../tests/new-test-form.tsx";
import { PatternForm } from "./pattern-form.tsx";

/** Of a new document. */
const EMPTY = emptyDocument("new").text;
const LOGIN = (i: number) => `login of user u${i} from 10.0.0.${i}`;
const LINES = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? LOGIN(i) : `GET /cart/${i} took ${i}ms`));
const CRI = (line: string) => `2026-01-15T08:00:00Z stdout F ${line}`;
const samplesFrom = (lines: readonly string[]) => lines.map((line, i) => ({ id: i + 1, line }));

async function open(action: Parameters<typeof openPatternAction>[2], lines: readonly string[] = LINES, text = EMPTY) {
  const test = await runApp({ text, samples: samplesFrom(lines), commonLabels: 'app="shop"' });
  await found(test);
  const { numbers } = test.app.stores.patterns.getState().known!;
  openPatternAction(test.app, numbers.get(1)!, action);
  const user = show(test, <PatternForm />);
  await tried(test);
  return { test, user };
}

/** Patterns are looked for when another entry is chosen. */
async function found(test: TestApp): Promise<void> {
  selectEntry(test.app, 2);
  await until(test, ({ stores }) => stores.patterns.getState().known !== null);
}

const tried = (test: TestApp) => pass(test, 250);
const effect = () => screen.getByRole("status").textContent?.replaceAll(/\s+/g, " ") ?? "";
const row = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
const add = () => screen.getByRole("button", { name: "Add stage" });
const textNow = ({ app }: TestApp) => app.stores.document.getState().text;

describe("an action on a pattern", () => {
  it("samples what does not report trouble, and says what it takes by level", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, i) => `lvl=${i % 6 === 0 ? "error" : "info"} msg="call ${i} was made"`,
    );
    const { test, user } = await open("sample", lines, 'stage.logfmt {\n  mapping = { level = "lvl" }\n}\n');
    expect(effect()).toMatch(/Takes by level: \d+ info\. Keeps all lines with a word such as error, fatal or warn\./);
    await user.click(add());
    await until(test, ({ stores }) => stores.preview.getState().result!.balance.dropped > 20);
    const { samples } = test.app.stores.preview.getState().result!;
    expect(samples.filter((one, i) => i % 6 === 0 && one.drops.length > 0)).toEqual([]);
  });

  it("says where it takes entries that report trouble", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `lvl=error msg="call ${i} was made"`);
    await open("drop", lines, 'stage.logfmt {\n  mapping = { level = "lvl" }\n}\n');
    expect(effect()).toContain("It takes entries that report trouble: 30 error.");
  });

  it("shows what a drop does before it is taken, and is one step of the history", async () => {
    const { test, user } = await open("drop");
    expect(effect()).toContain("Drops 10 of 30 entries (33 %).");
    expect(row("Entries")).toEqual(["30", "20", "10 less, 33 %"]);
    expect(row("Bytes")).toEqual(["740 B", "428 B", "312 B less, 42 %"]);
    expect(row("Streams")).toEqual(["1", "1", "none"]);
    expect(effect()).toContain("As the first stage");
    expect(textNow(test)).toBe(EMPTY);
    await user.click(add());
    await until(test, ({ stores }) => stores.preview.getState().result?.balance.dropped === 10);
    const stage =
      '  stage.drop {\n    expression          = `^login of user \\S+ from \\S+$`\n    drop_counter_reason = "login_of_user_from"\n  }\n';
    expect(textNow(test)).toContain(stage);
    expect(noticesOf(test)).toContain("Added a drop for the pattern login_of_user_from.");
    expect(test.app.stores.view.getState().dialog).toBeNull();
    undo(test.app);
    expect(textNow(test)).toBe(EMPTY);
  });

  it("stands after what unwraps the lines, and sees them as they are there", async () => {
    const text = 'stage.cri { }\n\nstage.labels {\n  values = { stream = "" }\n}\n';
    const { test, user } = await open("drop", LINES.map(CRI), text);
    expect(effect()).toContain("After stage 1 cri");
    expect(effect()).toContain("`^login of user \\S+ from \\S+$`");
    expect(row("Entries")).toEqual(["30", "20", "10 less, 33 %"]);
    await user.click(add());
    await until(test, ({ stores }) => stores.preview.getState().result?.balance.dropped === 10);
    expect(textNow(test)).toMatch(/^stage\.cri \{ \}\n\nstage\.drop [\s\S]*stage\.labels/);
  });

  it("labels them, which may make more streams", async () => {
    const { test, user } = await open("label");
    expect(row("Streams")).toEqual(["1", "2", "1 more, 100 %"]);
    const label = screen.getByRole("textbox", { name: "Label" });
    await user.clear(label);
    await user.type(label, "1x");
    expect(screen.getByText("Expected letters, digits and _, not a digit first.")).toBeTruthy();
    expect(add()).toHaveProperty("disabled", true);
    await user.clear(label);
    await user.type(label, "kind");
    await tried(test);
    expect(effect()).toContain('kind = "login_of_user_from"');
    await user.click(add());
    await until(test, ({ stores }) => stores.preview.getState().result?.text.includes("static_labels") === true);
    expect(test.app.stores.preview.getState().result?.balance).toMatchObject({ in: 30, dropped: 0 });
  });

  it("counts them, and keeps one in as many as is said", async () => {
    const { test, user } = await open("count");
    expect(effect()).toContain("Counts 10 of 30 entries");
    expect(row("Entries")).toEqual(["30", "30", "none"]);
    await user.click(screen.getByRole("button", { name: "Keep one in N" }));
    const many = screen.getByRole("textbox", { name: "Keep one in" });
    await user.clear(many);
    await user.type(many, "1");
    expect(screen.getByText("Expected a whole number from 2 to 1,000,000.")).toBeTruthy();
    await user.clear(many);
    await user.type(many, "4");
    await tried(test);
    expect(effect()).toContain("rate = 0.25");
  });

  it("says what its expression cannot tell apart, and which lines it leaves alone", async () => {
    const lines = [...LINES.slice(0, 3), "  at x.y(z)", ...LINES.slice(4)];
    const moved = [LOGIN(0), "  at x.y(z)", ...lines.slice(1)];
    await open("drop", moved);
    expect(effect()).toContain("1 line that continues these entries is left alone");
  });

  it("refuses where no entry of it comes that far, and is not added to a text that has changed", async () => {
    const { test, user } = await open("drop");
    setText(test.app, "// another text\n");
    await user.click(add());
    expect(textNow(test)).toBe("// another text\n");
    expect(noticesOf(test)).toEqual(["The configuration has changed in the meantime. Try again."]);
  });

  it("says so where no entry reaches the place", async () => {
    await open("drop", LINES, 'stage.drop {\n  expression = "login"\n}\n\nstage.cri { }\n');
    expect(effect()).toBe("No entry of this pattern reaches the end of stage 2 cri.");
    expect(add()).toHaveProperty("disabled", true);
  });
});

it("makes a test of the first, the last and one entry between", async () => {
  const test = await runApp({ text: EMPTY, samples: samplesFrom(LINES), commonLabels: "" });
  await found(test);
  openPatternTest(test.app, test.app.stores.patterns.getState().known!.numbers.get(1)!);
  const user = show(test, <NewTestForm />);
  expect([LOGIN(0), LOGIN(15), LOGIN(27)].map((line) => screen.queryByText(line) !== null)).toEqual([true, true, true]);
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "login of user <user> from <address>");
  await user.click(screen.getByRole("button", { name: "Add test" }));
  // Their addresses are replaced: a test is kept in a repository.
  const written = () => test.app.stores.document.getState().tests;
  await until(test, () => written().includes("login of user u27 from 192.0.2."));
  expect(written()).not.toContain("login of user u3 ");
  expect(written()).not.toContain("10.0.0.");
});
