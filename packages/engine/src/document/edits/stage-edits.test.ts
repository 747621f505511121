import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { readTree } from "../open-document.ts";
import { flattenCards, listStageCards, type StageCard } from "./stage-cards.ts";
import { editStages, type StageEdit } from "./stage-edits.ts";

const cardsOf = (text: string, id?: string) => {
  const all = listStageCards(readTree(text));
  return (all.find((one) => one.id === id) ?? all[0])?.cards ?? [];
};
const shown = (cards: readonly StageCard[]): string[] =>
  flattenCards(cards).map(({ id, name, off }) => `${id} ${name}${off ? " (off)" : ""}`);

function edited(text: string, edit: StageEdit): { text: string; card: string | undefined } {
  const [pipeline] = listStageCards(readTree(text));
  const done = editStages(readTree(text), pipeline!.id, edit);
  if (!done.ok) throw new Error(done.reason);
  return done;
}

/** What is refused, and why. */
function refusal(text: string, edit: StageEdit, pipeline = listStageCards(readTree(text))[0]?.id ?? "stages"): string {
  const done = editStages(readTree(text), pipeline, edit);
  return done.ok ? "" : done.reason;
}

const CONFIG = `logs.process "main" {
  forward_to = [] // nowhere

  // what came from the agent
  stage.drop {
    expression = "x"
  } // why

  // sluice:off
  //   stage.cri { }
  // sluice:on

  stage.match {
    selector = "{}"

    stage.decolorize { }
  }

  // the end
}
`;

describe("cards", () => {
  it("are the written stages, with switched-off ones in their places", () => {
    expect(shown(cardsOf(CONFIG))).toEqual(["1 drop", "off 1 cri (off)", "2 match", "2.1 decolorize"]);
  });
  it("are there for stages with errors, too, and not for a text that does not parse", () => {
    expect(shown(cardsOf("stage.drap { }\nstage.regex { }\nstage.drop { }\n"))).toEqual([
      "1 drap",
      "2 regex",
      "3 drop",
    ]);
    expect(cardsOf("stage.drop { ")).toEqual([]);
  });
  it("are there where everything is switched off", () => {
    expect(shown(cardsOf("// sluice:off\n// stage.cri { }\n// stage.drop { }\n// sluice:on\n"))).toEqual([
      "off 1 cri, drop (off)",
    ]);
  });
  it("are no arguments, components or half a stage that are switched off", () => {
    const off = (inner: string) => cardsOf(`stage.cri { }\n// sluice:off\n${inner}\n// sluice:on\n`);
    for (const inner of ["// a = 1", '// logs.echo "x" { }', "// stage.drop {", "//"])
      expect(shown(off(inner))).toEqual(["1 cri"]);
  });
});

describe("a stage", () => {
  const B = 'stage.drop {\n  expression = "b"\n}';
  const text = `// a\nstage.cri { }\n\n// b\n${B}\n\nstage.docker { }\n`;

  it("is moved with its comments and with what parts it from the next, and back to the identical text", () => {
    const up = edited(text, { kind: "move", card: "2", to: { parent: undefined, index: 0 } });
    expect(up).toMatchObject({ card: "1", text: `// b\n${B}\n\n// a\nstage.cri { }\n\nstage.docker { }\n` });
    expect(edited(up.text, { kind: "move", card: "1", to: { parent: undefined, index: 1 } }).text).toBe(text);
    const down = edited(text, { kind: "move", card: "2", to: { parent: undefined, index: 2 } });
    expect(down).toMatchObject({ card: "3", text: `// a\nstage.cri { }\n\nstage.docker { }\n\n// b\n${B}\n` });
    expect(edited(down.text, { kind: "move", card: "3", to: { parent: undefined, index: 1 } }).text).toBe(text);
  });

  it("is moved into a match and out of it, indented as its place is", () => {
    const into = edited(CONFIG, { kind: "move", card: "1", to: { parent: "2", index: 1 } });
    expect(into.card).toBe("1.2");
    expect(into.text).toBe(`logs.process "main" {
  forward_to = [] // nowhere

  // sluice:off
  //   stage.cri { }
  // sluice:on

  stage.match {
    selector = "{}"

    stage.decolorize { }

    // what came from the agent
    stage.drop {
      expression = "x"
    } // why
  }

  // the end
}
`);
    expect(edited(into.text, { kind: "move", card: "1.2", to: { parent: undefined, index: 0 } }).text).toBe(CONFIG);
    const last = edited(CONFIG, { kind: "move", card: "2.1", to: { parent: undefined, index: 0 } }).text;
    expect(last).toContain('selector = "{}"\n  }\n');
    expect(edited(last, { kind: "move", card: "1", to: { parent: "3", index: 0 } }).text).toBe(CONFIG);
  });

  it("that is switched off is moved unchanged, and its lines get their later indentation", () => {
    const into = edited(CONFIG, { kind: "move", card: "off 1", to: { parent: "2", index: 0 } });
    expect(into.card).toBe("off 1");
    expect(into.text).toContain(
      '  stage.match {\n    selector = "{}"\n\n    // sluice:off\n//     stage.cri { }\n    // sluice:on\n\n    stage.dec',
    );
    const on = edited(into.text, { kind: "switch", card: "off 1" });
    expect([on.card, on.text.includes("\n    stage.cri { }\n")]).toEqual(["2.1", true]);
  });

  it("is put before and after others, at the end, into a match, and into a pipeline without any", () => {
    const put = (before: string, index: number, parent?: string) =>
      edited(before, { kind: "insert", code: "stage.pack {\n  labels = []\n}\n", to: { parent, index } });
    expect(put(text, 0).text.startsWith("stage.pack {\n  labels = []\n}\n\n// a\nstage.cri { }\n\n// b")).toBe(true);
    expect(put(text, 3)).toEqual({ ok: true, card: "4", text: `${text}\nstage.pack {\n  labels = []\n}\n` });
    expect(put("stage.cri { }\nstage.docker { }", 1).text).toBe(
      "stage.cri { }\nstage.pack {\n  labels = []\n}\nstage.docker { }",
    );
    const empty = 'logs.process "main" {\n  forward_to = []\n  \n}\n';
    const first = put(empty, 0);
    expect(first).toMatchObject({
      card: "1",
      text: 'logs.process "main" {\n  forward_to = []\n\n  stage.pack {\n    labels = []\n  }\n}\n',
    });
    expect(put('stage.match { selector = "{}" }', 0, "1")).toMatchObject({
      card: "1.1",
      text: 'stage.match { selector = "{}"\n\n  stage.pack {\n    labels = []\n  }\n}',
    });
    expect(put("", 0).text).toBe("stage.pack {\n  labels = []\n}\n");
    expect(put("// notes\n", 0).text).toBe("// notes\n\nstage.pack {\n  labels = []\n}\n");
    expect(put('stage.drop {\n\tvalue = ""\n}\n', 1).text).toContain("\tlabels");
  });

  it("is taken out with its comments, and its neighbour comes next", () => {
    expect(edited(text, { kind: "remove", card: "2" })).toMatchObject({
      card: "2",
      text: "// a\nstage.cri { }\n\nstage.docker { }\n",
    });
    expect(edited(text, { kind: "remove", card: "3" })).toMatchObject({
      card: "2",
      text: `// a\nstage.cri { }\n\n// b\n${B}\n`,
    });
    expect(edited("stage.cri { }", { kind: "remove", card: "1" })).toEqual({ ok: true, text: "", card: undefined });
    expect(edited(CONFIG, { kind: "remove", card: "2.1" })).toMatchObject({ card: "2" });
    // Blank lines and comments at the end of a body stay.
    expect(edited(CONFIG, { kind: "remove", card: "2" }).text).toContain("sluice:on\n\n  // the end\n}");
  });

  it("is doubled with its comments", () => {
    expect(edited(text, { kind: "duplicate", card: "2" })).toMatchObject({
      card: "3",
      text: `// a\nstage.cri { }\n\n// b\n${B}\n\n// b\n${B}\n\nstage.docker { }\n`,
    });
  });

  it("is switched off with what is ignored of it, and comes back", () => {
    const marked = `stage.cri { }\n// sluice:ignore deprecated-stage\n${B} // why\nstage.docker { }\n`;
    const off = edited(marked, { kind: "switch", card: "2" });
    expect([off.card, shown(cardsOf(off.text))]).toEqual(["off 1", ["1 cri", "off 1 drop (off)", "2 docker"]]);
    expect(off.text).toContain("// sluice:off\n// // sluice:ignore deprecated-stage\n// stage.drop {\n");
    expect(edited(off.text, { kind: "switch", card: "off 1" })).toMatchObject({ card: "2", text: marked });
  });

  it("with something switched off inside is switched off and on as a whole", () => {
    const inner = edited(CONFIG, { kind: "switch", card: "2.1" }).text;
    const off = edited(inner, { kind: "switch", card: "2" });
    expect(shown(cardsOf(off.text))).toEqual(["1 drop", "off 1 cri (off)", "off 2 match (off)"]);
    expect(edited(off.text, { kind: "switch", card: "off 2" }).text).toBe(inner);
  });

  it("is left alone where that cannot be said in the text, with the reason", () => {
    expect(refusal("stage.drop {", { kind: "remove", card: "1" })).toMatch(/does not parse/);
    expect(refusal(text, { kind: "remove", card: "9" })).toMatch(/no longer there/);
    expect(refusal(text, { kind: "remove", card: "1" }, "logs.process.gone")).toMatch(/no longer has a pipeline/);
    expect(refusal(CONFIG, { kind: "move", card: "2", to: { parent: "2", index: 0 } })).toMatch(/into itself/);
    expect(refusal(CONFIG, { kind: "move", card: "2", to: { parent: "1", index: 0 } })).toMatch(/only stage.match/);
    expect(refusal("stage.match { stage.cri { } }", { kind: "switch", card: "1.1" })).toMatch(/shares its lines/);
  });
});

/** Comments and blank lines that belong to no stage: they stand where no list of stages reaches. */
const AROUND = { head: "// head\n\n/* of the file */\n\n", between: "\n\n// between\n\n", tail: "\n\n// tail  \n" };

/** Every text as a bare body, and as two pipelines with comments around them. */
const TEXTS = readVectorConfigs().flatMap((text, i) => {
  const inner = text.trimEnd().replaceAll(/^(?=.)/gm, "  ");
  const component = (name: string, body: string) => `logs.process "${name}" {\n  forward_to = []\n\n${body}\n}`;
  const spaced = i % 3 === 0 ? inner.replaceAll(/\n {2}(?=stage\.)/g, "\n\n  // of the next\n  ") : inner;
  return i % 2 === 0 || text.includes("`")
    ? [text]
    : [AROUND.head + component("main", spaced) + AROUND.between + component("other", inner) + AROUND.tail];
});

const isIn = (one: StageCard, outer: StageCard) => outer.span.start <= one.span.start && one.span.end <= outer.span.end;
/** The card with this id and those around it. */
const homeOf = (id: string | undefined, all: readonly StageCard[]): readonly StageCard[] => {
  const home = all.find((card) => card.id === id);
  return home === undefined ? [] : all.filter((card) => isIn(home, card));
};
/** But for lines that are switched off, which are indented anew where they go. */
const commentsOf = ({ comments }: ReturnType<typeof readTree>["file"]): string[] =>
  comments.flatMap((group) => group.comments.map(({ text }) => text.replaceAll(/\s+/g, " "))).sort();

const NEW = [
  "stage.decolorize { }\n",
  'stage.drop {\n  expression = "x"\n}\n',
  'stage.match {\n  selector = "{}"\n\n  stage.cri { }\n}\n',
];

describe("edits at random, over the configurations of all vectors", { timeout: 120_000 }, () => {
  it("keep the text a configuration with the stages that they say, and everything outside the pipeline", () => {
    const random = new SeededRandom(11);
    const pick = (n: number) => Math.floor(random.next() * n);
    let made = 0;
    for (const original of TEXTS) {
      let text = original;
      if (readTree(text).syntaxErrors.length > 0) continue;
      for (let turn = 0; turn < 2; turn++) {
        const lists = listStageCards(readTree(text));
        if (lists.length === 0) break;
        const { id, cards } = lists[0]!;
        const all = flattenCards(cards);
        const homes = [undefined, ...all.filter((card) => card.nests && !card.off).map((card) => card.id)];
        const to = { parent: homes[pick(homes.length)], index: 0 };
        const siblings = to.parent === undefined ? cards : all.find((card) => card.id === to.parent)!.children;
        const card = all[pick(all.length)]?.id ?? "";
        const kind =
          all.length === 0
            ? "insert"
            : (["insert", "move", "move", "remove", "duplicate", "switch"] as const)[pick(6)]!;
        const place = { ...to, index: pick(siblings.length + 1) };
        const edit: StageEdit =
          kind === "insert"
            ? { kind, code: NEW[pick(NEW.length)]!, to: place }
            : kind === "move"
              ? { kind, card, to: place }
              : { kind, card };
        const done = editStages(readTree(text), id, edit);
        const context = JSON.stringify(edit);
        if (!done.ok) {
          expect(done.reason, text).toMatch(/into itself|shares its lines/);
          continue;
        }
        made++;
        const after = readTree(done.text);
        if (after.syntaxErrors.length > 0)
          expect(after.syntaxErrors, `${context}\n${text}\n---\n${done.text}`).toEqual([]);
        const now = cardsOf(done.text, id);
        const names = (list: readonly StageCard[]) => flattenCards(list).map(({ name }) => name);
        const [was, is] = [names(cards).sort(), names(now).sort()];
        const own = all.find((one) => one.id === card);
        const whole = own === undefined ? [] : names([own]);
        const gone = [...is];
        for (const name of was) {
          const at = gone.indexOf(name);
          if (at >= 0) gone.splice(at, 1);
        }
        const missing = [...was];
        for (const name of is) {
          const at = missing.indexOf(name);
          if (at >= 0) missing.splice(at, 1);
        }
        const told = `${context}\n${text}\n---\n${done.text}`;
        if (kind === "move") expect([is, told]).toEqual([was, told]);
        if (kind === "remove") expect([missing.length, gone, told]).toEqual([whole.length, [], told]);
        if (kind === "duplicate") expect([gone.length, missing, told]).toEqual([whole.length, [], told]);
        if (kind === "switch") {
          const back = editStages(after, id, { kind: "switch", card: done.card! });
          expect([back.ok && back.text, told]).toEqual([text, told]);
        }
        if (own !== undefined && kind !== "remove" && kind !== "insert") {
          const found = flattenCards(now).find((one) => one.id === done.card);
          expect([found?.name, told]).toEqual([own.name, told]);
        }
        // Whatever else stands there stays byte for byte, and so do all comments but those that a stage takes along.
        const others = all.filter((one) => own === undefined || (!isIn(one, own) && !isIn(own, one)));
        const around = kind === "insert" || kind === "move" ? homeOf(to.parent, all) : [];
        const sources = (list: readonly StageCard[], from: string) =>
          list.map(({ span }) => from.slice(span.start, span.end)).sort();
        const kept = sources(
          others.filter((one) => !around.includes(one)),
          text,
        );
        const left = sources(flattenCards(now), done.text);
        for (const source of kept) {
          const at = left.indexOf(source);
          if (at < 0) expect([source, told]).toEqual(["kept", told]);
          left.splice(at, 1);
        }
        if (kind === "insert" || kind === "move")
          expect([commentsOf(after.file), told]).toEqual([commentsOf(readTree(text).file), told]);
        if (original.startsWith(AROUND.head)) {
          expect(done.text.startsWith(AROUND.head) && done.text.endsWith(AROUND.tail), told).toBe(true);
          const other = (one: string) => one.slice(one.indexOf(AROUND.between));
          expect([other(done.text), told]).toEqual([other(original), told]);
        }
        text = done.text;
      }
    }
    expect(made).toBeGreaterThan(500);
  });
});
