import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { lacksIn, mistakesIn, USUAL } from "../../core/edit/completion.ts";
import { undo } from "../../core/edit/undo.ts";
import { createRealApp, show, until } from "../../testing/views.tsx";
import { CompleteOffer } from "./complete-form.tsx";

const STAGES = 'stage.drop { expression = "x" }\n';

it("makes a whole configuration of stages alone, with the samples' labels, in one step that undo takes back", async () => {
  const test = createRealApp({ text: STAGES, commonLabels: 'app="shop"' });
  const { app, workspace } = test;
  workspace.start();
  await until(test, ({ stores }) => stores.analysis.getState().current !== null);
  expect(lacksIn(app)).toEqual(["source", "sink"]);
  const onDone = vi.fn();
  const user = show(test, <CompleteOffer lacks={lacksIn(app)} onDone={onDone} />);
  expect(screen.getByText("This draft has no source and no sink.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add source and sink…" }));
  const address = screen.getByRole("textbox", { name: "Listens at" });
  await user.clear(address);
  await user.type(address, "somewhere");
  expect(screen.getByRole("alert").textContent).toContain("Expected an address and a port");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Complete the configuration" }).disabled).toBe(true);
  await user.clear(address);
  await user.type(address, "0.0.0.0:9999");
  await user.click(screen.getByRole("button", { name: "Server's log" }));
  await user.type(address, "{Enter}");
  await until(test, () => onDone.mock.calls.length > 0);
  const { text } = app.stores.document.getState();
  for (const part of [
    '"0.0.0.0"',
    "9999",
    'app = "shop"',
    "logs.process.main.receiver",
    'logs.echo "out"',
    STAGES.trim(),
  ])
    expect(text).toContain(part);
  expect(lacksIn(app), "it is understood").toEqual([]);
  act(() => undo(app));
  expect(app.stores.document.getState().text).toBe(STAGES);
});

describe("the answers", () => {
  const both = ["source", "sink"] as const;
  it("are judged where they count", () => {
    expect(mistakesIn(USUAL, both)).toEqual({});
    expect(mistakesIn({ ...USUAL, address: "[::1]:80" }, both)).toEqual({});
    for (const address of ["", "host", "host:0", "host:70000", "a b:1", "::1:80"])
      expect(mistakesIn({ ...USUAL, address }, both), address).toHaveProperty("address");
    expect(mistakesIn({ ...USUAL, address: "" }, ["sink"])).toEqual({});
    expect(mistakesIn({ ...USUAL, source: "file", path: " " }, both)).toHaveProperty("path");
    for (const url of ["", "loki:3100", "ftp://x"])
      expect(mistakesIn({ ...USUAL, url }, both), url).toHaveProperty("url");
    expect(mistakesIn({ ...USUAL, url: "", sink: "echo" }, both)).toEqual({});
  });
});
