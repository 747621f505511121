import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "../testing/views.tsx";
import { FormField, MonoInput } from "./form-field.tsx";

const field = (problem?: string) => (
  <FormField label="Labels" hint="Added to every sample." problem={problem}>
    {(ids) => <MonoInput {...ids} defaultValue="" onText={vi.fn()} />}
  </FormField>
);

it("is called by its label and described by its hint", () => {
  showAlone(field());
  const input = screen.getByRole("textbox", { name: "Labels" });
  expect(input.getAttribute("aria-invalid")).toBe("false");
  expect(document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("Added to every sample.");
});

it("says what is wrong in place of the hint", () => {
  showAlone(field("a label needs a value"));
  const input = screen.getByRole("textbox", { name: "Labels" });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").id).toBe(input.getAttribute("aria-describedby"));
  expect(screen.getByRole("alert").textContent).toBe("a label needs a value");
  expect(screen.queryByText("Added to every sample.")).toBeNull();
});

it("hands on what is typed, without the browser's help", async () => {
  const onText = vi.fn();
  const user = showAlone(<MonoInput aria-label="Line" defaultValue="" onText={onText} />);
  await user.type(screen.getByRole("textbox", { name: "Line" }), "a=");
  expect(onText.mock.calls).toEqual([["a"], ["a="]]);
  expect(screen.getByRole("textbox").getAttribute("spellcheck")).toBe("false");
});
