import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show, until } from "../../testing/views.tsx";
import { EXAMPLES } from "./examples.ts";
import { ExampleSamples, Examples } from "./examples-list.tsx";

const first = () => screen.getByRole("button", { name: new RegExp(EXAMPLES[0].name) });

it("lists every example with one of its lines before and after", () => {
  show(createRealApp(), <Examples />);
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toHaveLength(EXAMPLES.length);
  EXAMPLES.forEach(({ name, about }, i) => {
    expect(items[i]).toContain(name);
    expect(items[i]).toContain(about);
  });
});

it("takes the samples of one alone, and closes", async () => {
  const test = createRealApp({ samples: [] });
  const { text } = test.app.stores.document.getState();
  test.app.stores.view.setState({ dialog: { kind: "example-samples", edits: true } });
  const user = show(test, <ExampleSamples />);
  await user.click(first());
  await until(test, ({ stores }) => stores.document.getState().samples.length > 0);
  expect(test.app.stores.document.getState().text).toBe(text);
  expect(test.app.stores.view.getState().dialog).toBeNull();
});

it("opens one as a pipeline of its own where something is open", async () => {
  const test = createRealApp();
  const user = show(test, <Examples />);
  await user.click(first());
  await until(test, () => test.workspace.app !== test.app);
  expect(test.workspace.app.stores.document.getState().name).toBe(EXAMPLES[0].name);
});
