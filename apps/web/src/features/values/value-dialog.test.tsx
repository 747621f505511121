import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PointedValue } from "../../core/workers/pointed-value.ts";
import { noticesOf } from "../../testing/testing.ts";
import { pass, runApp, show, until } from "../../testing/views.tsx";
import { openFromLine } from "./from-value.ts";
import { ValueDialog } from "./value-dialog.tsx";

const TEXT = 'stage.json {\n  expressions = { level = "" }\n}\n\nstage.labels {\n  values = { level = "" }\n}\n';
const LINES = [...Array(40).keys()].map((i) =>
  JSON.stringify({ level: "info", user: `u${i}`, took: 5 + i * 20, kind: "a" }),
);

async function setUp(part: string, action: Parameters<typeof openFromLine>[2]) {
  const test = await runApp({ text: TEXT, samples: LINES.map((line, i) => ({ id: i + 1, line })) });
  const user = show(test, <ValueDialog />);
  const line = LINES[3]!;
  const start = line.indexOf(part);
  const pointed: PointedValue = {
    selected: { kind: "line", selection: { line, start, end: start + part.length } },
    place: { side: "end" },
  };
  openFromLine(test.app, pointed, action);
  await screen.findByRole("dialog");
  await pass(test, 400);
  return { test, user, outcome: () => screen.getByRole("status").textContent };
}

it("extends the stages that are there, and says how many values a label has", async () => {
  const { test, user, outcome } = await setUp("u3", "label");
  expect(outcome()).toBe(
    "40 values, set on 40 of 40 entries. Each value makes a stream of its own. Structured metadata suits it better.",
  );
  await user.click(screen.getByRole("button", { name: "Extend json and labels" }));
  await until(test, ({ stores }) => stores.document.getState().text.includes("user"));
  expect(test.app.stores.document.getState().text).toBe(
    'stage.json {\n  expressions = { level = "", user = "" }\n}\n\nstage.labels {\n  values = { level = "", user = "" }\n}\n',
  );
  expect(noticesOf(test)).toEqual(["Made user a label with 40 values."]);
});

it("offers a histogram of a number with buckets of the samples, and none of a word", async () => {
  const { user, test, outcome } = await setUp("65", "extract");
  await user.click(screen.getByRole("button", { name: "Histogram" }));
  await pass(test, 400);
  expect(outcome()).toBe("Buckets for 40 of 40 entries.");
  expect(document.querySelector("[data-part=stages]")?.textContent).toContain(
    "buckets     = [25, 50, 100, 250, 500, 1000]",
  );
});

it("says why a word has no histogram", async () => {
  const { outcome } = await setUp("info", "histogram");
  expect(outcome()).toBe("It is not a number in most entries.");
});
