import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PointedValue } from "../../core/workers/pointed-value.ts";
import { pass, runApp, show, until } from "../../testing/views.tsx";
import { ValueActions } from "./value-actions.tsx";
import { ValueMenus } from "./value-menu.tsx";

const TEXT = 'stage.logfmt {\n  mapping = { level = "" }\n}\n';
const SAMPLES = ["level=info", "level=warn"].map((line, i) => ({ id: i + 1, line }));

async function setUp(readOnly = false) {
  const test = await runApp({ text: TEXT, samples: SAMPLES });
  test.app.stores.window.setState({ readOnly });
  const pointed: PointedValue = {
    selected: { kind: "field", name: "level", value: "info", line: "level=info" },
    place: { side: "after", path: "1" },
  };
  const user = show(
    test,
    <ValueMenus>
      <dl>
        <ValueActions name="level" label={false} pointed={pointed} />
      </dl>
    </ValueMenus>,
  );
  return { test, user };
}

it("makes a label of a value in one press", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("button", { name: "Label" }));
  await until(test, ({ stores }) => stores.document.getState().text.includes("stage.labels"));
  expect(test.app.stores.document.getState().text).toMatch(/stage\.labels \{\s+values = \{ ?level = "" ?\}/);
});

it("lists all that can be done with it, and what cannot", async () => {
  const { test, user } = await setUp();
  await user.click(screen.getByRole("button", { name: "Create stages from level" }));
  const menu = await screen.findByRole("menu", { name: "info" });
  await pass(test, 50);
  expect(menu.textContent).toContain("not a time");
  const drop = screen.getByRole("menuitem", { name: /^Drop/ });
  expect(drop.getAttribute("aria-disabled")).not.toBe("true");
  await user.click(drop);
  await until(test, ({ stores }) => stores.document.getState().text.includes("stage.drop"));
});

it("offers nothing where nothing is edited", async () => {
  await setUp(true);
  expect(screen.queryByRole("button")).toBeNull();
});
