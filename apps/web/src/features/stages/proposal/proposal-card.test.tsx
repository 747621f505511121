import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { undo } from "../../../core/edit/undo.ts";
import type { App } from "../../../core/page/app.ts";
import { chosenFile, noticesOf } from "../../../testing/testing.ts";
import { createRealApp, pass, runApp, show, until } from "../../../testing/views.tsx";
import { uploadSamples } from "../../samples/upload-samples.ts";
import { StageList } from "../list/stage-list.tsx";
// What the page loads when it is first needed is there at once.
import "../../../app/workers/put-stages.ts";
import "./proposal-card.tsx";
import "./proposal-session.ts";
import { canTakeProposal, showProposal, startEmpty, takeProposal } from "./proposal-actions.ts";
import "./propose-stages.ts";

const EMPTY = 'logs.process "main" {\n  forward_to = []\n\n}\n';

/** Lines of a service, each with a time, a level and two values. */
const lineOf = (i: number): string =>
  JSON.stringify({
    time: `2026-01-15T08:00:${String((i % 59) + 1).padStart(2, "0")}Z`,
    level: ["info", "warn", "error"][i % 3],
    msg: `request ${i} done`,
    status: [200, 404, 500][i % 3],
  });
const samplesOf = (lines: readonly string[]) => lines.map((line, i) => ({ id: i + 1, line }));
const LINES = Array.from({ length: 30 }, (_, i) => lineOf(i));

const isReady = ({ stores }: App) => stores.proposal.getState().status === "ready";

async function setUp(lines: readonly string[] = LINES, text = EMPTY) {
  const test = await runApp({ text, samples: samplesOf(lines) });
  const user = show(test, <StageList />);
  return { test, user };
}

const findCard = () => screen.findByRole("region", { name: "Proposed pipeline" });

async function proposed(lines?: readonly string[]) {
  const { test, user } = await setUp(lines);
  await findCard();
  await until(test, isReady);
  return { test, user, card: await findCard() };
}

const textOf = ({ app }: { app: App }): string => app.stores.document.getState().text;

it("proposes a whole pipeline for samples that have none, with figures and evidence", async () => {
  const { card } = await proposed();
  expect(card.textContent).toContain("Looks like JSON");
  const figures = within(card).getByRole("list", { name: "Figures" }).textContent;
  expect(figures).toContain("30 of 30 parsed (100 %)");
  expect(figures).toContain("30 of 30 with their time");
  expect(figures).toContain("30 of 30 with a level");
  const stages = within(card).getByRole("list", { name: "Proposed stages" });
  expect(within(stages).getByRole("checkbox", { name: /^Set the time of the entry from time/ })).toBeTruthy();
  expect(stages.textContent).toContain("30 of 30");
});

it("says that a secret stays, with stages and without", async () => {
  const key = ["-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx", "-----END PRIVATE KEY-----"];
  const { card } = await proposed(key);
  expect(card.textContent).toContain("No stages to propose");
  expect(card.textContent).toContain("2 entries keep what looks like a secret");
});

it("takes it all by Enter, as one change that one undo takes back", async () => {
  const { test, user, card } = await proposed();
  const proposal = test.app.stores.proposal.getState().proposal!;
  within(card)
    .getByRole("checkbox", { name: /^Set the time/ })
    .focus();
  await user.keyboard("{Enter}");
  await until(test, (app) => app.stores.document.getState().text !== EMPTY);
  for (const stage of proposal.stages) if (stage.taken) expect(textOf(test)).toContain(stage.code.split("\n")[0]);
  expect(test.app.derived.problems()).toEqual([]);
  await until(test, ({ stores }) => stores.preview.getState().result?.balance.out === 30);
  expect(screen.queryByRole("region", { name: "Proposed pipeline" })).toBeNull();
  undo(test.app);
  expect(textOf(test)).toBe(EMPTY);
});

it("reads times without a year as of the file that they come from, and sets the clock to that when it is taken", async () => {
  const text = Array.from({ length: 20 }, (_, i) => `Dec 30 14:00:${10 + i} web-1 app[7]: job ${i} done`).join("\n");
  const file = Object.assign(chosenFile("old.log", text), { lastModified: Date.parse("2023-03-01T00:00:00Z") });
  const test = await runApp({ text: EMPTY, samples: [] });
  show(test, <StageList />);
  await uploadSamples(test.app, file);
  await until(test, isReady);
  expect((await findCard()).textContent).toContain("The lines have no year and are read as of 2022-12-31.");
  const clock = test.app.stores.document.getState().clock;
  await takeProposal(test.app);
  expect(test.app.stores.document.getState().clock).toBe("2022-12-31T23:59:59Z");
  undo(test.app);
  expect([textOf(test), test.app.stores.document.getState().clock]).toEqual([EMPTY, clock]);
});

it("leaves a stage out, and with it what depends on it, and says so at once", async () => {
  const { test, user, card } = await proposed();
  const json = within(card).getByRole("checkbox", { name: /^Read JSON/ });
  await user.click(json);
  const time = within(card).getByRole<HTMLInputElement>("checkbox", { name: /^Set the time/ });
  expect([time.checked, time.getAttribute("aria-disabled")]).toEqual([false, "true"]);
  expect(card.textContent).toContain("Left out, too: it needs “Read JSON");
  // It can have the focus, which it would lose if it were disabled; it cannot be taken.
  await user.click(time);
  expect(document.activeElement).toBe(time);
  expect(time.checked).toBe(false);
  await user.click(json);
  expect(time.checked).toBe(true);
  await user.click(time);
  await until(test, isReady);
  await takeProposal(test.app);
  expect(textOf(test)).toContain("stage.json");
  expect(textOf(test)).not.toContain("stage.timestamp");
});

it("shows the text of a stage and its effect on request", async () => {
  const { user, card } = await proposed();
  await user.click(within(card).getByRole("button", { name: /^Code of: Set the time/ }));
  expect(card.textContent).toContain("stage.timestamp {");
  await user.click(within(card).getByRole("button", { name: /^Before and after of: Set the time/ }));
  expect(card.textContent).not.toContain("stage.timestamp {");
  expect(card.textContent).toContain("entry time");
});

it("replaces stages that are there, or follows them, and says which it replaces", async () => {
  const { test, user } = await setUp(
    LINES,
    'logs.process "main" {\n  forward_to = []\n\n  stage.drop {\n    expression = "noise"\n  }\n}\n',
  );
  const before = textOf(test);
  expect(screen.queryByRole("region", { name: "Proposed pipeline" })).toBeNull();
  showProposal(test.app);
  await until(test, isReady);
  const card = await screen.findByRole("region", { name: "Proposed pipeline" });
  expect(card.textContent).toContain("The pipeline has 1 stage already: drop.");
  await user.click(within(card).getByRole("button", { name: "Append" }));
  await until(test, (app) => app.stores.document.getState().text !== before);
  expect(textOf(test).indexOf("stage.json")).toBeGreaterThan(textOf(test).indexOf("stage.drop"));
  undo(test.app);
  expect(textOf(test)).toBe(before);
  await until(test, ({ derived }) => derived.cards().text === before);
  showProposal(test.app);
  await until(test, isReady);
  await user.click(await screen.findByRole("button", { name: /^Replace 1 stage with/ }));
  await until(test, (app) => app.stores.document.getState().text !== before);
  expect(textOf(test)).not.toContain("stage.drop");
});

it("follows the samples: decisions stay, and what they changed is said", async () => {
  const { test, user, card } = await proposed(LINES.map((line) => line.replace(/"level":"\w+",/, "")));
  await user.click(within(card).getByRole("checkbox", { name: /^Set the time/ }));
  await until(test, isReady);
  test.app.stores.document.transact("Added samples", { samples: samplesOf(LINES) });
  await until(test, (app) => app.stores.proposal.getState().samples.length === 30 && isReady(app));
  expect(within(card).getByRole<HTMLInputElement>("checkbox", { name: /^Set the time/ }).checked).toBe(false);
  expect(card.querySelector("[data-part=changes]")?.textContent).toMatch(
    /^\d stages changed with the new samples: .*new: labels/,
  );
});

it("says what it looked for where it finds nothing, and offers ways on", async () => {
  const { test, card } = await proposed([
    "It was a bright cold day in April,",
    "and the clocks were striking thirteen.",
  ]);
  expect(card.textContent).toContain("No stages to propose for 2 lines");
  expect(within(card).getByRole("button", { name: "Select in the line" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add a stage" })).toBeTruthy();
  expect(test.app.stores.proposal.getState().offered).toBe(false);
});

describe("a key that comes before the proposal is worked out", () => {
  async function early() {
    const { test } = await proposed();
    test.app.stores.document.transact("One more", { samples: samplesOf([...LINES, lineOf(30)]) });
    expect(test.app.stores.proposal.getState().status).toBe("working");
    expect(canTakeProposal(test.app)).toBe(true);
    const taken = Promise.all([takeProposal(test.app), takeProposal(test.app)]);
    expect(noticesOf(test)).toEqual(["The proposed stages are used as soon as they are worked out."]);
    return { test, taken };
  }

  it("takes it as soon as it is there, once", async () => {
    const { test } = await early();
    await until(test, () => textOf(test) !== EMPTY);
    expect(textOf(test).match(/stage\.json/g)).toHaveLength(1);
  });

  it("takes nothing where the pipeline is begun empty meanwhile", async () => {
    const { test, taken } = await early();
    startEmpty(test.app);
    await pass(test, 500);
    await taken;
    expect(textOf(test)).toBe(EMPTY);
  });
});

it("is declined for a pipeline that begins empty, and comes back by its command", async () => {
  const { test, user, card } = await proposed();
  await user.click(within(card).getByRole("button", { name: "Start empty" }));
  // Also after a reload: it is kept with the settings, for this document.
  const { documents, settings } = test.app.stores;
  expect(settings.getState().startedEmpty).toEqual([documents.getState().currentId]);
  expect(screen.queryByRole("region", { name: "Proposed pipeline" })).toBeNull();
  showProposal(test.app);
  expect(await screen.findByRole("region", { name: "Proposed pipeline" })).toBeTruthy();
});

it("puts the stages into a new pipeline of a configuration that has none, in its own dialect", async () => {
  const text = 'loki.write "out" {\n  endpoint {\n    url = "http://loki.example/loki/api/v1/push"\n  }\n}\n';
  const test = createRealApp({ text, samples: samplesOf(LINES) });
  test.workspace.start();
  await until(test, ({ stores }) => stores.analysis.getState().current !== null);
  show(test, <StageList />);
  await findCard();
  await until(test, isReady);
  await takeProposal(test.app);
  expect(textOf(test)).toMatch(
    /^loki\.write[\s\S]*\n\nloki\.process "\w+" \{\n {2}forward_to = \[\]\n\n {2}stage\.json \{/,
  );
  await until(test, ({ stores }) => stores.preview.getState().result?.balance.out === 30);
  undo(test.app);
  expect(textOf(test)).toBe(text);
});

it("asks one question at a time, recomputes by the answer, and lets it be changed", async () => {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const [day, month] = [(i % 9) + 1, (i % 7) + 1];
    return JSON.stringify({ time: `0${day}/0${month}/2026 10:00:${10 + i}`, level: "info", msg: `job ${i} done` });
  });
  const { test, user, card } = await proposed(lines);
  const code = () => test.app.stores.proposal.getState().proposal?.text;
  expect(code()).toContain('"02/01/2006 15:04:05"');
  const question = within(card).getByRole("group", { name: /^Which is the day in / });
  const [holds, other] = within(question).getAllByRole("button");
  expect([holds, other].map((button) => button?.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
  await user.click(other!);
  await until(test, isReady);
  expect(code()).toContain('"01/02/2006 15:04:05"');
  expect(within(card).queryByRole("group")).toBeNull();
  await user.click(within(card).getByRole("button", { name: "Change" }));
  await until(test, isReady);
  expect(code()).toContain('"02/01/2006 15:04:05"');
  expect(within(card).getByRole("group", { name: /^Which is the day in / })).toBeTruthy();
});

it("groups the stages of each kind of entries, and shows the entries that none parses", async () => {
  const lines = LINES.flatMap((line, i) => [
    line,
    `203.0.113.${i} - - [15/Jan/2026:08:01:${10 + i} +0000] "GET /item/${i} HTTP/1.1" 200 ${100 + i} "-" "curl/8"`,
  ]);
  const { test, user, card } = await proposed([...lines, "panic: out of memory"]);
  const stages = within(card).getByRole("list", { name: "Proposed stages" }).textContent;
  expect(stages).toMatch(/Only JSON 30 entries, matched by .*Only .* 30 entries, matched by /);
  expect(within(card).getByRole("list", { name: "Unparsed" }).textContent).toContain("panic: out of memory");
  await user.click(within(card).getByRole("button", { name: "1 unparsed" }));
  expect(test.app.stores.entryFilter.getState().filter).toEqual({
    kind: "entries",
    ids: [61],
    what: "left unparsed",
  });
  await user.click(within(card).getByRole("button", { name: "1 entry" }));
  expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "all" });
  expect(test.app.stores.selection.getState().sampleId).toBe(61);
});
