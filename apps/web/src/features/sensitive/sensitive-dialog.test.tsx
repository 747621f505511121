import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { pass, runApp, show } from "../../testing/views.tsx";
import { SENSITIVE_COMMANDS } from "./open-sensitive.ts";
import { SensitiveCount } from "./sensitive-count.tsx";
import SensitiveDialog from "./sensitive-dialog.tsx";

const TO_LABEL = `stage.logfmt {
	mapping = { password = "" }
}

stage.labels {
	values = { password = "" }
}
`;
const SAMPLES = [
  { id: 1, line: "user=ann password=hunter22" },
  { id: 2, line: "user=bob" },
  { id: 3, line: "from ann@corp.example" },
];

it("says in one line what leaves, and is silent where there is no secret", async () => {
  const test = await runApp({ text: TO_LABEL, samples: SAMPLES });
  const user = show(test, <SensitiveCount />);
  expect(screen.queryByRole("button")).toBeNull();
  await pass(test, 1600);
  const button = await screen.findByRole("button", { name: "Secrets of 1 kind in 1 entry leave the pipeline" });
  await user.click(button);
  expect(test.app.stores.view.getState().dialog).toEqual({ kind: "sensitive" });
});

it("says nothing where the samples have no secret", async () => {
  const test = await runApp({ text: TO_LABEL, samples: SAMPLES.slice(1) });
  show(test, <SensitiveCount />);
  await pass(test, 2000);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says of many samples how far it is, and goes on to the end", async () => {
  const samples = Array.from({ length: 4500 }, (_, i) => ({ id: i + 1, line: `user=${i} password=hunter${i + 10}` }));
  const test = await runApp({ text: TO_LABEL, samples });
  const { preview } = test.app;
  const sensitive = preview.sensitive.bind(preview);
  const goOn: (() => void)[] = [];
  vi.spyOn(preview, "sensitive").mockImplementation(async (run, what) => {
    await new Promise<void>((resolve) => goOn.push(resolve));
    return sensitive(run, what);
  });
  show(test, <SensitiveCount />);
  await pass(test, 1600);
  goOn[0]!();
  await screen.findByRole("button", {
    name: "Secrets of 1 kind in 2,000 entries leave the pipeline; searched 2,000 of 4,500 samples",
  });
  await waitFor(() => expect(goOn).toHaveLength(2));
  goOn[1]!();
  await waitFor(() => expect(goOn).toHaveLength(3));
  goOn[2]!();
  await screen.findByRole("button", { name: "Secrets of 1 kind in 4,500 entries leave the pipeline" });
  expect(goOn).toHaveLength(3);
});

async function openReport() {
  const test = await runApp({ text: TO_LABEL, samples: SAMPLES });
  SENSITIVE_COMMANDS[0].run(test.app);
  const user = show(test, <SensitiveDialog />);
  await pass(test, 10);
  await screen.findByRole("table");
  return { test, user };
}
const rows = () => [...document.querySelectorAll("[data-part=sensitive-kind]")].map((row) => row.textContent);
const add = () => screen.getByRole<HTMLButtonElement>("button", { name: "Add redaction" });
const effect = () => screen.getByRole("region", { name: "Effect of the redaction" }).textContent;

it("shows kinds with their places, labels among them, and no secret", async () => {
  await openReport();
  expect(rows()).toEqual([
    "password or key1 entrypassword1 entrylabel passwordpassworduser=ann password=••••••",
    "mail address personal1 entrytext of the line1 entrytext of the linefrom ••••••",
  ]);
  expect(document.body.textContent).not.toContain("hunter22");
});

it("adds the stages before the labels, in one step that undo takes back, with their effect shown before", async () => {
  const { test, user } = await openReport();
  await waitFor(() => expect(effect()).toContain("1 stage at the start of the pipeline changes 1 entry of 3."));
  expect(effect()).toContain("Nothing of these kinds leaves the pipeline any more.");
  await user.click(add());
  const { document: store, view } = test.app.stores;
  await waitFor(() =>
    expect(store.getState().text).toMatch(
      /^\/\/ Redacts password\.\nstage\.replace \{[\s\S]*REDACTED[\s\S]*stage\.logfmt/,
    ),
  );
  expect(view.getState().dialog).toBeNull();
  expect(store.getState().undoable?.label).toBe("Added a redaction for password or key");
  store.undo();
  expect(store.getState().text).toBe(TO_LABEL);
});

it("redacts personal data on request, and nothing where nothing is chosen", async () => {
  const { user } = await openReport();
  await waitFor(() => expect(add().disabled).toBe(false));
  await user.click(screen.getByRole("checkbox", { name: "Redact password or key" }));
  expect(effect()).toBe("Choose the kinds to redact.");
  expect(add().disabled).toBe(true);
  await user.click(screen.getByRole("checkbox", { name: "Redact mail address" }));
  await waitFor(() => expect(add().disabled).toBe(false));
  expect(effect()).toContain("@");
});

it("offers no stages that would change nothing, and says why", async () => {
  const drops = 'stage.drop {\n  expression = "password"\n}\n';
  const test = await runApp({ text: drops, samples: SAMPLES });
  SENSITIVE_COMMANDS[0].run(test.app);
  const user = show(test, <SensitiveDialog />);
  await pass(test, 10);
  await user.click(await screen.findByRole("checkbox", { name: "Redact password or key" }));
  await waitFor(() => expect(effect()).toContain("Nothing to add: the stages for these kinds would change none of"));
  expect(effect()).toContain("No entry leaves with these kinds: earlier stages redact or drop them.");
  expect(screen.queryByRole("button", { name: "Add redaction" })).toBeNull();
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(test.app.stores.view.getState().dialog).toBeNull();
  expect(test.app.stores.document.getState().text).toBe(drops);
});

it("shows the entries of a kind in the list", async () => {
  const { test, user } = await openReport();
  await user.click(screen.getAllByRole("button", { name: "1 entry" })[0]!);
  expect(test.app.derived.rows().map(({ sample }) => sample.id)).toEqual([1]);
  expect(test.app.stores.view.getState().dialog).toBeNull();
  expect(test.app.stores.entryFilter.getState().filter).toMatchObject({ what: "entries with passwords or keys" });
});

it("refuses to add stages to a text that has changed meanwhile", async () => {
  const { test, user } = await openReport();
  await waitFor(() => expect(add().disabled).toBe(false));
  test.app.stores.document.transact("typed", { text: `${TO_LABEL}\n` });
  await user.click(add());
  await waitFor(() => expect(test.app.stores.notices.getState()).toBeDefined());
  expect(test.app.stores.document.getState().text).toBe(`${TO_LABEL}\n`);
});
