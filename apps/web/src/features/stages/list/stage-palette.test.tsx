import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
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

it("offers what comes closest, or says what to type", async () => {
  const { user, field } = await setUp();
  await user.type(field, "redact zebra");
  expect(options()[0]).toMatch(/^replace/);
  expect(screen.getByRole("status").textContent).toBe("No stage matches “redact zebra”. These come closest.");
  await user.clear(field);
  await user.type(field, "qqqqq");
  expect(options()).toEqual([]);
  expect(screen.getByRole("listbox").textContent).toBe(
    "No stage matches “qqqqq”. Try a task, such as parse, redact or count.",
  );
});
