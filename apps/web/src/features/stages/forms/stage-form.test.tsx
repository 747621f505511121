import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { noticesOf } from "../../../testing/testing.ts";
import { runApp, show, until } from "../../../testing/views.tsx";
import { StageFormView } from "./stage-form-view.tsx";

const TEXT = `// before
stage.drop {
  expression = "noise" // why
}
`;

async function setUp(text = TEXT, name = "drop") {
  const test = await runApp({ text });
  const user = show(test, <StageFormView stagePath="1" />);
  await screen.findByRole("form", { name: `Settings of stage 1 ${name}` });
  return { test, user, textOf: () => test.app.stores.document.getState().text };
}

it("writes what is typed into the text, which keeps its comments", async () => {
  const { test, user, textOf } = await setUp();
  const field = screen.getByRole("textbox", { name: "expression" });
  expect(field).toHaveProperty("value", "noise");
  await user.type(field, "s+");
  await until(test, () => textOf().includes("noises+"));
  expect(textOf()).toBe(TEXT.replace("noise", "noises+"));
});

it("takes an argument away that is cleared", async () => {
  const { test, user, textOf } = await setUp(TEXT.replace("}", '  longer_than = "8KB"\n}'));
  await user.click(screen.getByRole("button", { name: "Clear longer_than" }));
  await until(test, () => !textOf().includes("longer_than"));
  expect(textOf()).toContain('expression = "noise" // why');
  expect(screen.queryByRole("button", { name: "Clear longer_than" })).toBeNull();
});

it("says why something typed is not taken, keeps it, and forgets it where that is asked", async () => {
  const { test, user, textOf } = await setUp();
  const field = screen.getByRole("textbox", { name: /^older_ ?than/ });
  await user.type(field, "5 apples");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).not.toBe("");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(textOf()).toBe(TEXT);
  await user.click(screen.getByRole("button", { name: "Discard what was typed into older_than" }));
  await until(test, () => screen.queryByRole("alert") === null);
  expect(field).toHaveProperty("value", "");
});

it("is locked while the text does not parse", async () => {
  const { test } = await setUp();
  const { setText } = await import("../../../core/edit/edit-document.ts");
  setText(test.app, `${TEXT}}`);
  await until(test, () => screen.queryByRole("status") !== null);
  expect(within(screen.getByRole("form")).getByRole("status").textContent).toContain("does not parse");
  expect(screen.getByRole("textbox", { name: "expression" })).toHaveProperty("disabled", true);
});

it("shows a hint as a hint, as the list of problems does", async () => {
  await setUp(
    'stage.json {\n  expressions = { ts = "", a = "" }\n}\nstage.labels {\n  values = { a = "" }\n}\n',
    "json",
  );
  const hint = await screen.findByText('nothing after it uses "ts"');
  expect(hint.closest("p")?.className).toContain("muted");
});

it("says what a choice is about before what the chosen value means", async () => {
  await setUp('stage.labels {\n  values = { a = "" }\n  source_type = "structured_metadata"\n}\n', "labels");
  expect(screen.getByRole("form").textContent).toMatch(/Where the values are read\. The entry's structured metadata/);
});

it("removes one block at a double click, and says that the second click changed nothing", async () => {
  const block = (name: string) => `  metric.counter {\n    name   = "${name}"\n    action = "inc"\n  }\n`;
  const test = await runApp({ text: `stage.metrics {\n${block("a")}${block("b")}}\n` });
  show(test, <StageFormView stagePath="1" />);
  const remove = await screen.findByRole("button", { name: "Remove metric.counter a" });
  act(() => {
    remove.click();
    remove.click();
  });
  await until(test, ({ stores }) => !stores.document.getState().text.includes('"a"'));
  await until(test, ({ stores }) => stores.notices.getState().notices.length > 0);
  expect(test.app.stores.document.getState().text).toBe(`stage.metrics {\n${block("b")}}\n`);
  expect(noticesOf(test)).toEqual([
    "The change of blocks in the form of stage 1 was not made: the configuration has changed in the meantime. Try again.",
  ]);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says why a path finds nothing in the selected entry", async () => {
  const text = 'stage.json {\n  expressions = { lvel = "", level = "" }\n}\n';
  const test = await runApp({ text, samples: [{ id: 1, line: '{"level":"info"}' }] });
  show(test, <StageFormView stagePath="1" />);
  const results = await screen.findByRole("region", { name: "In the selected entry" });
  expect(results.textContent).toContain("Null: the object has no lvel; did you mean level?");
});
