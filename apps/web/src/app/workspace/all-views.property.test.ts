/**
 * Edits by turns in every view, of configurations of the recorded vectors: one of a form stays inside its stage, what
 * is refused changes nothing, and undone all give the same bytes; done again too.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StageAddress, StageChange } from "@sluice/engine";
import { SeededRandom } from "@sluice/languages/base";
import { expect, it } from "vitest";
import { setText } from "../../core/edit/edit-document.ts";
import { editStage } from "../../core/edit/edit-stage.ts";
import { redo, undo } from "../../core/edit/undo.ts";
import { setDialect } from "../../features/code/set-dialect.ts";
import { EXAMPLES, loadExample } from "../../features/examples/examples.ts";
import {
  addOffered,
  duplicateStage,
  moveStage,
  removeStage,
  selectCard,
  switchStage,
} from "../../features/stages/list/edit-stages.ts";
import { createTestApp, settle, startRealLanguage, type TestApp } from "../../testing/testing.ts";
import { DEBOUNCE, followDocument } from "./follow-document.ts";

const VECTORS = fileURLToPath(new URL("../../../../../packages/engine/conformance/vectors/stages/", import.meta.url));
const recorded = readdirSync(VECTORS)
  .filter((file) => file.endsWith(".json"))
  .flatMap((file) => (JSON.parse(readFileSync(join(VECTORS, file), "utf8")) as { cases: { stages: string }[] }).cases)
  .map(({ stages }) => stages)
  .filter((stages) => typeof stages === "string");

const HEAD = "// the head\n\n";
/** All of them take a minute of a processor; which take part is settled by their places. */
const STEP = 10;
const TEXTS = [
  ...(await Promise.all(EXAMPLES.slice(0, 5).map((example) => loadExample(example)))).map(({ config }) => config),
  ...[...new Set(recorded)].filter((_, i) => i % STEP === 0),
];
const EDITS = 8;

const textOf = ({ app }: TestApp) => app.stores.document.getState().text;

class Editor {
  readonly #random: SeededRandom;
  readonly #test: TestApp;
  constructor(test: TestApp, seed: number) {
    this.#test = test;
    this.#random = new SeededRandom(seed);
  }

  async edit(): Promise<string> {
    const { app } = this.#test;
    const { cards } = app.derived.cards();
    const card = cards.length === 0 ? undefined : this.#pick(cards);
    if (card !== undefined) selectCard(app, card.id);
    const view = this.#pick(["stages", "stages", "form", "form", "form", "code", "names"] as const);
    if (view === "code") this.#type();
    else if (view === "names") await setDialect(app, this.#pick(["loki", "logs"] as const));
    else if (view === "form" && card !== undefined && !card.off) await this.#fill(card.id);
    else await this.#move();
    return view;
  }

  #below = (limit: number): number => Math.floor(this.#random.next() * limit);
  #pick = <V>(from: readonly V[]): V => from[this.#below(from.length)]!;

  #type(): void {
    const text = textOf(this.#test);
    const at = this.#below(text.length + 1);
    setText(this.#test.app, text.slice(0, at) + this.#pick(["\n", " ", "// x\n", "}", '"']) + text.slice(at));
  }

  async #move(): Promise<void> {
    const { app } = this.#test;
    switch (this.#below(5)) {
      case 0:
        return removeStage(app);
      case 1:
        return duplicateStage(app);
      case 2:
        return switchStage(app);
      case 3:
        return moveStage(app, this.#pick(["up", "down", "in", "out"] as const));
      default:
        return addOffered(app, "tests", "stage.cri { }\n");
    }
  }

  /** One argument or block of the stage, which is changed, cleared or broken. */
  async #fill(stage: string): Promise<void> {
    const { app } = this.#test;
    const before = textOf(this.#test);
    const pipeline = app.derived.cards().pipeline;
    const card = app.derived.cards().cards.find(({ id }) => id === stage)!;
    if (pipeline === undefined || app.derived.cards().text !== before) return;
    const place: StageAddress = { pipeline, stage };
    const form = await app.language.stageForm(before, place);
    if (form === undefined || form.body.fields.length === 0) return;
    const { name: argument, source } = this.#pick(form.body.fields);
    const change = this.#pick<StageChange>([
      { kind: "clear", body: [], argument },
      { kind: "set", body: [], argument, value: "x" },
      { kind: "write", body: [], argument, code: source ?? '"x"' },
      { kind: "write", body: [], argument, code: "{ a = " },
      ...form.body.addable.map(({ name }) => ({ kind: "add-block", body: [], block: name }) as const),
    ]);
    const done = await editStage(app, form, change);
    const after = textOf(this.#test);
    const told = `${JSON.stringify(change)}\n${before}\n---\n${after}`;
    if (!done.ok) expect(after, told).toBe(before);
    const rest = before.length - card.end;
    const kept = after.startsWith(before.slice(0, card.start)) && after.endsWith(before.slice(card.end));
    expect(kept && after.length >= card.start + rest, told).toBe(true);
  }
}

it(`edits in all views by turns of ${TEXTS.length} configurations, undone, give the same bytes; redone too`, {
  timeout: 90_000,
}, async () => {
  expect(TEXTS.length).toBeGreaterThan(200);
  const made: Record<string, number> = {};
  for (const [i, text] of TEXTS.entries()) {
    const start = HEAD + text;
    const test = createTestApp({ document: { text: start } }, { startLanguage: startRealLanguage });
    const stop = followDocument(test.app);
    await settle();
    const editor = new Editor(test, i);
    for (let n = 0; n < EDITS; n++) {
      const before = textOf(test);
      const view = await editor.edit();
      if (textOf(test) !== before) made[view] = (made[view] ?? 0) + 1;
      test.time.pass(DEBOUNCE);
      await settle();
    }
    const end = textOf(test);
    const { document } = test.app.stores;
    while (document.getState().undoable !== null) undo(test.app);
    if (textOf(test) !== start) expect(textOf(test)).toBe(start);
    while (document.getState().redoable !== null) redo(test.app);
    if (textOf(test) !== end) expect(textOf(test)).toBe(end);
    stop();
    await test.workspace.close();
  }
  // None of the views is idle; a bare body of stages has few names.
  for (const view of ["stages", "form", "code"]) expect(made[view], view).toBeGreaterThan(50);
  expect(made.names).toBeGreaterThan(0);
});
