import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { memoryText } from "../../core/storage/memory-storage.ts";
import { readSettings } from "../../core/storage/text-storage.ts";
import { runApp, show, until } from "../../testing/views.tsx";
import { Inspector } from "./inspector.tsx";

const TEXT = `stage.replace {
  expression = "(secret)"
  replace    = "***"
}
`;
const SAMPLES = [
  { id: 1, line: '{"user":"ann","key":"secret","n":12345678901234567890}' },
  { id: 2, line: "no JSON, and a secret" },
];

const card = () => screen.getByRole("article");
const rows = () => [...card().querySelectorAll("[data-mark]")].map((row) => row.textContent);

it("lays a line of JSON out with the changed field marked, on request, for the next visit too", async () => {
  const textStorage = memoryText();
  const test = await runApp({ text: TEXT, samples: SAMPLES }, { textStorage });
  const user = show(test, <Inspector />);
  act(() => test.app.stores.selection.setState({ sampleId: 1, stagePath: "1" }));
  await until(test, ({ stores }) => stores.preview.getState().steps?.sampleId === 1);
  expect(rows(), "as it is, until it is asked for").toEqual([]);
  await user.click(within(card()).getByRole("button", { name: "Lay out JSON" }));
  await screen.findByText('"ann"', { selector: "span" });
  expect(rows()).toEqual([
    " {",
    ' "user": "ann",',
    '~changed: "key": "secret" "***",',
    ' "n": 12345678901234567890',
    " }",
  ]);
  expect(card().querySelector("del")?.textContent).toBe('"secret"');
  expect(card().querySelector("ins")?.textContent).toBe('"***"');
  expect(readSettings(textStorage).jsonRows).toBe(true);
  act(() => test.app.stores.selection.setState({ sampleId: 2 }));
  await until(test, ({ stores }) => stores.preview.getState().steps?.sampleId === 2);
  expect(within(card()).queryByRole("button", { name: "Lay out JSON" }), "there is nothing to lay out").toBeNull();
  expect(card().querySelector("del")?.textContent).toBe("secret");
});
