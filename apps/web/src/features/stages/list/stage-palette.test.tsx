import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { noticesOf } from "../../../testing/testing.ts";
import { runApp, show, until } from "../../../testing/views.tsx";
import { chooseStage } from "./edit-stages.ts";
import { StagePalette } from "./stage-palette.tsx";

const EMPTY = 'logs.process "a" {\n  forward_to = []\n}\n';

async function setUp(text = EMPTY, lines: readonly string[] = ["a"]) {
  const test = await runApp({ text, samples: lines.map((line, i) => ({ id: i + 1, line })) });
  const user = show(test, <StagePalette />);
  await until(test, ({ derived }) => derived.cards().pipeline !== undefined);
  chooseStage(test.app);
  const field = await screen.findByRole("combobox", { name: "Search stages" });
  await screen.findAllByRole("option");
  return { test, user, field };
}

const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");

it("finds stages by a task, and says by which of their words", async () => {
  const { user, field } = await setUp();
  await user.type(field, "redact");
  expect(options()[0]).toMatch(/^replaceredact, mask, secret, password/);
  expect(options()[1]).toMatch(/^luhnredact, card numbers/);
  expect(screen.queryByRole("status")).toBeNull();
  await user.clear(field);
  await user.type(field, "replace");
  expect(options()[0]).toMatch(/^replacetransforms/);
});

it("forgives typing, and says that it does", async () => {
  const { user, field } = await setUp();
  await user.type(field, "mulitline");
  expect(options()[0]).toMatch(/^multiline/);
  expect(screen.getByRole("status").textContent).toBe("No stage matches “mulitline”. Did you mean one of these?");
});

const JSONS = ["info", "warn", "info", "error"].map((level, i) =>
  JSON.stringify({ ts: `2026-11-25T14:02:0${i}.5Z`, level, msg: `order ${i} took long`, user_id: `u-${i}` }),
);

it("leads with what the samples need, and why", async () => {
  await setUp(EMPTY, JSONS);
  expect(options().slice(0, 3)).toEqual([
    expect.stringMatching(/^json4 of 4: .*JSON/),
    expect.stringMatching(/^timestamp.*RFC3339Nano/),
    expect.stringMatching(/^labelslevel has 3 values/),
  ]);
});

it("adds a stage with a text of the samples, and opens its form", async () => {
  const { test, user } = await setUp(EMPTY, JSONS);
  await user.keyboard("{Enter}");
  await until(test, ({ derived }) => derived.card()?.name === "json");
  expect(test.app.stores.document.getState().text).toContain(
    'expressions = {ts = "", level = "", msg = "", user_id = ""}',
  );
  expect(test.app.stores.stageList.getState().open).toEqual({ 1: true });
});

it("adds what extracts the value of a stage before it, and selects the stage", async () => {
  const { test, user, field } = await setUp(EMPTY, JSONS);
  await user.type(field, "date{Enter}");
  await until(test, ({ derived }) => derived.cards().cards.length === 2);
  expect(test.app.derived.cards().cards.map(({ name }) => name)).toEqual(["json", "timestamp"]);
  expect(test.app.derived.card()?.id).toBe("2");
  expect(test.app.stores.stageList.getState().open).toEqual({ 2: true });
  expect(noticesOf(test)).toEqual(["Added stage.timestamp and what extracts its value."]);
});

it("knows what the stages before the place have done", async () => {
  const read =
    'logs.process "a" {\n  forward_to = []\n\n  stage.json {\n    expressions = { ts = "", level = "" }\n  }\n}\n';
  const { user, test } = await setUp(read, JSONS);
  await user.keyboard("{Escape}");
  await user.keyboard("{Escape}");
  chooseStage(test.app, { parent: undefined, index: 1 });
  await screen.findAllByRole("option");
  expect(options().slice(0, 2)).toEqual([
    expect.stringMatching(/^timestampts is a time/),
    expect.stringMatching(/^labelslevel has 3 values/),
  ]);
});

it("begins with the text of the reference where there are no samples", async () => {
  const { test, user, field } = await setUp(EMPTY, []);
  await user.type(field, "regex{Enter}");
  await until(test, ({ derived }) => derived.card()?.name === "regex");
  expect(test.app.stores.document.getState().text).toContain('expression = "^(?P<ip>[0-9.]+)');
});

it("offers what comes closest, or says what to type", async () => {
  const { user, field } = await setUp();
  await user.type(field, "redact zebra");
  expect(options()[0]).toMatch(/^replace/);
  expect(screen.getByRole("status").textContent).toBe("No stage matches “redact zebra”. These come closest.");
  await user.clear(field);
  await user.type(field, "qqqqq");
  expect(options()).toEqual([]);
  expect(screen.getByText("No stage matches “qqqqq”. Try a task, such as parse, redact or count.")).toBeTruthy();
});
