import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { createTestApp, noticesOf, settle } from "../../testing/testing.ts";
import { READ_ONLY, setReadOnly } from "../page/read-only.ts";
import { setText } from "./edit-document.ts";
import { type Edited, editText, type Made, sayRefused, type TextEdit, type TextPart } from "./edit-text.ts";
import { undo } from "./undo.ts";

/** An answer that comes when the test says so. */
interface Question {
  readonly text: string;
  answer(text: string): void;
}

class Bench {
  readonly test = createTestApp({ document: { text: "start\n", tests: "" } });
  readonly questions: Question[] = [];

  text = (part: TextPart = "text") => this.test.app.stores.document.getState()[part];

  edit(more: Partial<TextEdit<Made>> = {}): Promise<Edited<Made>> {
    const make = (text: string) =>
      new Promise<Made>((resolve) => {
        this.questions.push({ text, answer: (made) => resolve({ ok: true, text: made }) });
      });
    return editText(this.test.app, { label: "Edited", silent: true, onConflict: "again", make, ...more });
  }

  async answer(made: (text: string) => string): Promise<void> {
    const question = this.questions.shift();
    question?.answer(made(question.text));
    await settle();
  }
}

describe("edits whose result is worked out first", () => {
  it("follow one another, each from what the one before left", async () => {
    const bench = new Bench();
    const done = [bench.edit(), bench.edit()];
    expect(bench.questions).toHaveLength(1);
    await bench.answer((text) => `${text}a`);
    expect(bench.questions.map(({ text }) => text)).toEqual(["start\na"]);
    await bench.answer((text) => `${text}b`);
    expect((await Promise.all(done)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(bench.text()).toBe("start\nab");
  });

  it("go on after one that failed or threw", async () => {
    const bench = new Bench();
    const thrown = bench.edit({ make: () => Promise.reject(new Error("lost")) });
    const failed = bench.edit({ make: () => undefined });
    const made = bench.edit({ make: (text) => ({ ok: true, text: `${text}c` }) });
    await expect(thrown).rejects.toThrow("lost");
    expect(await failed).toMatchObject({ ok: false, why: "failed" });
    expect((await made).ok).toBe(true);
    expect(bench.text()).toBe("start\nc");
  });

  it("are made again from the text as typed meanwhile, or refused, and never overwrite it", async () => {
    const bench = new Bench();
    const again = bench.edit();
    setText(bench.test.app, "typed\n");
    await bench.answer((text) => `${text}lost`);
    await bench.answer((text) => `${text}kept`);
    expect([(await again).ok, bench.text()]).toEqual([true, "typed\nkept"]);
    const refused = bench.edit({ onConflict: "refuse" });
    setText(bench.test.app, "typed more\n");
    await bench.answer((text) => `${text}lost`);
    expect(await refused).toMatchObject({ ok: false, why: "conflict" });
    expect(bench.text()).toBe("typed more\n");
  });

  it("with places of a text that was seen earlier are refused in any other", async () => {
    const bench = new Bench();
    const first = bench.edit();
    const places = bench.edit({ onConflict: "refuse", of: bench.text() });
    await bench.answer((text) => `${text}a`);
    await first;
    const edited = await places;
    sayRefused(bench.test.app, edited);
    expect([bench.questions.length, bench.text()]).toEqual([0, "start\na"]);
    expect(noticesOf(bench.test)).toEqual(["The configuration has changed in the meantime. Try again."]);
  });

  it("of the tests do not wait for those of the configuration", async () => {
    const bench = new Bench();
    void bench.edit();
    await bench.edit({ part: "tests", make: () => ({ ok: true, text: "tests: []\n" }) });
    expect([bench.text("tests"), bench.text()]).toEqual(["tests: []\n", "start\n"]);
  });

  it("are not asked for where nothing is edited", async () => {
    const bench = new Bench();
    setReadOnly(bench.test.app, true);
    expect(await bench.edit()).toMatchObject({ ok: false, why: "read-only" });
    expect(bench.questions).toEqual([]);
  });

  it("are refused where the window became too small while they were worked out", async () => {
    const bench = new Bench();
    const done: string[] = [];
    const edit = bench.edit({ done: ({ text }) => void done.push(text) });
    setReadOnly(bench.test.app, true);
    await bench.answer((text) => `${text}a`);
    expect(await edit).toMatchObject({ ok: false, why: "read-only" });
    expect([bench.text(), done]).toEqual(["start\n", []]);
    expect(noticesOf(bench.test)).toEqual([READ_ONLY]);
  });
});

it("edits in turn and typing in any order lose nothing, and undoing all of them restores the first text", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new SeededRandom(seed);
    const below = (limit: number) => Math.floor(random.next() * limit);
    const bench = new Bench();
    const { app } = bench.test;
    const typed: string[] = [];
    const edits: { readonly token: string; readonly done: Promise<Edited<Made>> }[] = [];
    /** Each token stands for one edit, and is put at a place of its own. */
    const withToken = (text: string, token: string) => {
      const lines = text.split("\n");
      lines.splice(below(lines.length), 0, token);
      return lines.join("\n");
    };
    for (let turn = 0; turn < 40; turn++) {
      const token = `<${seed}.${turn}>`;
      const kind = below(4);
      if (kind === 0) {
        typed.push(token);
        setText(app, withToken(bench.text(), token));
      } else if (kind === 1) {
        const onConflict = below(2) === 0 ? "again" : "refuse";
        edits.push({
          token,
          done: bench.edit({
            onConflict,
            ...(onConflict === "refuse" && below(2) === 0 && { of: bench.text() }),
            make: (text) =>
              new Promise((resolve) => {
                bench.questions.push({ text, answer: () => resolve({ ok: true, text: withToken(text, token) }) });
              }),
          }),
        });
      } else await bench.answer((text) => text);
    }
    while (bench.questions.length > 0) await bench.answer((text) => text);
    const text = bench.text();
    const said = `seed ${seed}\n${text}`;
    for (const token of typed) expect(text.split(token).length, said).toBe(2);
    for (const { token, done } of edits) {
      const { ok } = await done;
      expect(text.split(token).length, `${token} ${ok} ${said}`).toBe(ok ? 2 : 1);
    }
    while (app.stores.document.getState().undoable !== null) undo(app);
    expect(bench.text(), said).toBe("start\n");
  }
});
