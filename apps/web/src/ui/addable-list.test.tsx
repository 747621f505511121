import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createRealApp, show } from "../testing/views.tsx";
import { AddableList } from "./addable-list.tsx";

const ITEMS = [{ name: "local.file_match", summary: "Finds files, each with its path as `__path__`.", code: "" }];
const load = async () => ITEMS;

it("sets words of code in a sentence as code", async () => {
  show(
    createRealApp(),
    <AddableList what="component" load={load} find={(all) => all} choose={vi.fn()} beside={() => null} />,
  );
  const option = await screen.findByRole("option");
  expect(option.textContent).toContain("its path as __path__.");
  expect([...option.querySelectorAll("code")].map(({ textContent }) => textContent)).toContain("__path__");
});
