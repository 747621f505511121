/** One history over everything: whatever was done, undone it gives the same bytes, and done again too. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { contentOf, type DocumentContent } from "../../core/model/document.ts";
import { identify } from "../../core/model/samples.ts";
import { createDocumentStore, type DocumentStore } from "../../core/page/document-store.ts";
import { testDocument } from "../../testing/testing.ts";

const VECTORS = fileURLToPath(new URL("../../../../../packages/engine/conformance/vectors/stages/", import.meta.url));

interface Case {
  readonly name: string;
  readonly stages: string;
  readonly entries: readonly { readonly line: string }[];
}

const CASES: readonly Case[] = readdirSync(VECTORS)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .flatMap((file) => (JSON.parse(readFileSync(join(VECTORS, file), "utf8")) as { cases: Case[] }).cases)
  .filter(({ stages }) => typeof stages === "string");

/** Numbers below `n`, the same for the same seed (mulberry32). */
function chance(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const PIECES = ["a", " ", "\n", "}", "stage.drop { }", "😀", "\u{1f601}", "é", '"', "\r\n", ""];

/** One edit as the page makes them. */
function edit(store: DocumentStore, pick: (n: number) => number): void {
  const { text, samples, nextId } = store.getState();
  const at = pick(text.length + 1);
  const piece = PIECES[pick(PIECES.length)]!;
  const place = pick(samples.length + 1);
  switch (pick(10)) {
    case 0:
      store.transact("Typing", { text: text.slice(0, at) + piece + text.slice(at) }, { group: "typing" });
      return;
    case 1:
      store.transact("Typing", { text: text.slice(0, at) + text.slice(at + pick(8)) }, { group: "typing" });
      return;
    case 2:
      store.transact("Pasted", { text: text.slice(0, at) + piece + text.slice(at + pick(40)) });
      return;
    case 3:
      store.transact("Added", {
        samples: samples.toSpliced(place, 0, ...identify([{ line: piece }, { line: "x" }], nextId)),
      });
      return;
    case 4:
      store.transact("Removed", { samples: samples.toSpliced(place, 1 + pick(3)) });
      return;
    case 5:
      store.transact("Labels", { commonLabels: `a="${pick(100)}${pick(2) ? '"' : ""}` }, { group: "labels" });
      return;
    case 6:
      store.transact("Clock", { seed: pick(1000), holdEnd: pick(2) === 1, steps: [{ kind: "deadline" }] });
      return;
    case 7:
      store.transact("Imported", { name: `n${pick(100)}`, lineEnd: pick(2) ? "\n" : "\r\n" });
      return;
    case 8:
      store.transact("Tests", { tests: text.slice(at) + piece });
      return;
    default:
      store.transact("Draft", { draft: pick(2) ? piece : null }, { group: "samples" });
  }
}

const bytes = (content: DocumentContent): string => JSON.stringify(contentOf(content));

/** Of each configuration: together some 23,000. */
const EDITS = 8;

// The whole document compared after each.
it(`random edits of the ${CASES.length} recorded configurations, undone, give the same bytes; redone too`, {
  timeout: 90_000,
}, () => {
  expect(CASES.length).toBeGreaterThan(2500);
  for (const [i, { name, stages, entries }] of CASES.entries()) {
    const pick = chance(i + 1);
    let now = 0;
    // The page is left and opened again after this many edits.
    const reload = pick(EDITS);
    const samples = identify(
      (entries ?? []).map(({ line }) => ({ line: String(line) })),
      1,
    );
    const env = {
      now: () => now,
      marks: () => ({ sampleId: null, stagePath: null, caret: null }),
      refuses: () => false,
    };
    let store = createDocumentStore(testDocument({ name, text: stages, samples }), env);
    const start = bytes(store.getState());
    for (let n = 0; n < EDITS; n++) {
      now += pick(1500);
      edit(store, pick);
      if (n === reload) {
        if (pick(2)) store.undo();
        store = createDocumentStore(contentOf(store.getState()), env, store.history());
      }
    }
    while (store.redo() !== undefined);
    const end = bytes(store.getState());
    const states = [end];
    while (store.undo() !== undefined) states.push(bytes(store.getState()));
    if (states.at(-1) !== start) expect(states.at(-1), `${name}, undone`).toBe(start);
    for (let n = states.length - 2; n >= 0; n--) {
      store.redo();
      if (bytes(store.getState()) !== states[n]) expect(bytes(store.getState()), `${name}, redone`).toBe(states[n]);
    }
    if (store.redo() !== undefined || bytes(store.getState()) !== end)
      expect.fail(`${name}: more to redo than was undone`);
  }
});
