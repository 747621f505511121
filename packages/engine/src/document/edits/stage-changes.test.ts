import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../base/diagnostic.ts";
import { CompiledTexts } from "../../schema/compiled-text.ts";
import { type ControlValue, readControlText } from "../../schema/control-values.ts";
import type { Block, Field } from "../../schema/field.ts";
import type { Control, ValueChance } from "../../schema/value-kind.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import { STAGES } from "../../stages/index.ts";
import { createStandardLibrary, evaluate, parseExpression, parseFile } from "../../syntax/index.ts";
import { BARE_STAGES, openDocument } from "../open-document.ts";
import { setArgument } from "./edits.ts";
import { findBody, findStage } from "./find-stage.ts";
import { bodyAt, changeStage, type StageChange } from "./stage-changes.ts";
import { readStageForm } from "./stage-form.ts";

const PLACE = { pipeline: BARE_STAGES, stage: "2" };
const open = (text: string) => openDocument(text, { purpose: "preview" });
const library = createStandardLibrary({});

class TestChance implements ValueChance {
  readonly #random = new SeededRandom(21);
  below = (limit: number): number => Math.floor(this.#random.next() * limit);
  pick = <V>(from: readonly V[]): V => from[this.below(from.length)]!;
  mistake = (): boolean => this.below(6) === 0;
  name = (): string => this.pick(["a", "b c", "größe", "true", "__proto__"]);
  text = (): string => this.pick(["", "x", 'say "no"', "a\nb", "`", "1m", "\\d+", "Europe/Berlin"]);
}

const change = (text: string, what: StageChange, place = PLACE) => changeStage(open(text), place, what, open);

/** The text after a change that is made. */
function changed(text: string, what: StageChange, place = PLACE): string {
  const made = change(text, what, place);
  if (!made.ok) throw new Error(made.messages.join("\n"));
  return applyEdits(text, made.edits);
}

/** Arguments without which another is refused. */
const NEEDED: Readonly<Record<string, string>> = { by_label_name: "  drop = true\n" };
const PLACEHOLDERS: Readonly<Record<string, string>> = { location: '"Europe/Berlin"' };

/** Required arguments as their examples have them, with comments and blank lines. */
function written(fields: Readonly<Record<string, Field>>, indent: string, but?: string): string {
  return Object.entries(fields)
    .filter(([name, { presence }]) => presence.kind === "required" && name !== but)
    .map(([name, { type, example }]) => {
      const value = PLACEHOLDERS[name] ?? example ?? `"${kindOf(type).choices(type)[0]?.value ?? ""}"`;
      return `${indent}// about ${name}\n${indent}${name}   =   ${value} // kept\n\n`;
    })
    .join("");
}

function around(inner: string): string {
  return `// first\nstage.static_labels {\n  values = { a = "b" }\n}\n\n${inner}\n\n/* last */\nstage.pack {\n  labels = ["x"]\n}\n`;
}

interface Argument {
  readonly stage: string;
  readonly path: readonly number[];
  readonly name: string;
  readonly field: Field;
  /** Everything that is required is there, this argument where it is. */
  readonly text: string;
}

const ARGUMENTS: readonly Argument[] = STAGES.flatMap((spec) => {
  const own = written(spec.fields, "  ");
  const blocks = Object.entries<Block>(spec.blocks);
  // One block of each kind that may be absent; the first of those that must be there.
  const inside = blocks.map(([name, block]) => `  ${name} {\n${written(block.fields, "    ")}  }\n`).join("");
  const text = around(`stage.${spec.name} {\n${own}${inside}}`);
  const found = findStage(open(text), PLACE)!;
  const indexes = found.statement.body.flatMap((one, i) => (one.kind === "block" ? [i] : []));
  return [
    ...Object.entries<Field>(spec.fields).map(([name, field]) => {
      const needed = text.replace(`stage.${spec.name} {\n`, (head) => head + (NEEDED[name] ?? ""));
      return { stage: spec.name, path: [], name, field, text: needed };
    }),
    ...blocks.flatMap(([block, { fields }], i) =>
      Object.entries(fields).map(([name, field]) => ({
        stage: `${spec.name} ${block}`,
        path: [indexes[i]!],
        name,
        field,
        text,
      })),
    ),
  ];
});

/** Configuration text that decodes, as a control holds it. */
function generated(field: Field, chance: ValueChance): ControlValue | undefined {
  const kind = kindOf(field.type);
  const control = kind.control(field.type);
  const { expression } = parseExpression(kind.generate(field.type, chance));
  const evaluated = evaluate(expression, { lookup: (name) => library.get(name) });
  const decoded = evaluated.ok ? kind.decode(evaluated.value, field.type, new CompiledTexts()) : undefined;
  return decoded?.ok ? readControlText(control, kind.print(decoded.value, field.type)) : undefined;
}

/** The text without the argument's statement and the blanks around it. */
function rest(text: string, { path, name }: Argument): string {
  const body = findBody(findStage(open(text), PLACE)!, path)!.statement.body;
  const given = body.find((one) => one.kind === "attribute" && one.name === name);
  if (given === undefined) return text;
  const lineStart = text.lastIndexOf("\n", given.span.start - 1) + 1;
  const end = given.span.end + (text[given.span.end] === "\n" ? 1 : 0);
  return text.slice(0, lineStart) + text.slice(end);
}

/** The decoded value; undefined where the argument is not written. */
function valueIn(text: string, { path, name, field }: Argument): unknown {
  const body = findBody(findStage(open(text), PLACE)!, path)!.statement.body;
  const given = body.find((one) => one.kind === "attribute" && one.name === name);
  if (given?.kind !== "attribute") return undefined;
  const evaluated = evaluate(given.value, { lookup: (one) => library.get(one) });
  if (!evaluated.ok) throw new Error(evaluated.diagnostics[0]!.message);
  const decoded = kindOf(field.type).decode(evaluated.value, field.type, new CompiledTexts());
  if (!decoded.ok) throw new Error(text);
  return decoded.value;
}

/** The text with the argument set to `code`, whatever it is. */
function forced({ text, path, name }: Argument, code: string): string {
  const { file } = open(text);
  return applyEdits(text, setArgument(file, findBody(findStage(open(text), PLACE)!, path)!.statement, name, code));
}

/** What a control of each kind can hold that no schema takes; code says the rest. */
function nonsenseFor(control: Control): ControlValue | undefined {
  if (control.kind === "number" || control.kind === "quantity" || control.kind === "choice") return "3 hours?";
  if (control.kind === "code")
    return { re2: "(", gotemplate: "{{ .x", logql: "{a=", jmespath: "a[", pattern: "<a><b>", gotime: undefined }[
      control.language
    ];
  if (control.kind === "rows") return nonsenseFor(control.of) === undefined ? undefined : [nonsenseFor(control.of)!];
  if (control.kind === "pairs") return { pairs: [['say "no"', "x"]] };
  return undefined;
}

describe("every argument of every stage", () => {
  it.each(ARGUMENTS.map((one) => [one.stage, one.name, one] as const))(
    "%s %s is set and cleared",
    (_, name, argument) => {
      const { field, path, text } = argument;
      const kind = kindOf(field.type);
      const chance = new TestChance();
      let sets = 0;
      for (let i = 0; i < 8 && sets < 4; i++) {
        const value =
          i === 0 && field.example !== undefined
            ? readControlText(kind.control(field.type), PLACEHOLDERS[name] ?? field.example)
            : generated(field, chance);
        if (value === undefined) continue;
        const made = change(text, { kind: "set", body: path, argument: name, value });
        if (!made.ok) {
          expect(made.messages.length, JSON.stringify(value)).toBeGreaterThan(0);
          continue;
        }
        sets++;
        const after = applyEdits(text, made.edits);
        expect(parseFile(after).diagnostics).toEqual([]);
        expect(rest(after, argument)).toBe(rest(text, argument));
        const now = valueIn(after, argument);
        const wanted = readStageForm(open(after), PLACE);
        const shown = bodyAt(wanted!.body, path)!.fields.find((one) => one.name === name)!;
        if (now === undefined) {
          // Only what holds anyway is left out.
          expect(field.presence.kind).toBe("default");
          expect(JSON.stringify(value)).toBe(JSON.stringify(shown.presence.kind === "default" && shown.presence.usual));
        } else {
          expect(shown.value).toEqual(value);
          expect(kind.print(now, field.type)).toBe(
            kind.print(
              valueIn(changed(text, { kind: "write", body: path, argument: name, code: shown.source! }), argument),
              field.type,
            ),
          );
        }
        // What was not there is not there again, to the byte.
        if (field.presence.kind !== "required")
          expect(changed(after, { kind: "clear", body: path, argument: name })).toBe(text);
      }
      expect(sets).toBeGreaterThan(0);
    },
  );

  it.each(ARGUMENTS.map((one) => [one.stage, one.name, one] as const))(
    "%s %s refuses what its schema does",
    (_, name, argument) => {
      const { field, path, text } = argument;
      const control = kindOf(field.type).control(field.type);
      const wrong = control.kind === "rows" || control.kind === "pairs" ? "1" : "[true]";
      const byCode = change(text, { kind: "write", body: path, argument: name, code: wrong });
      const inText = open(forced(argument, wrong)).diagnostics.filter(({ severity }) => severity === "error");
      // The text may have other mistakes, which the change does not make.
      const made = inText.find(({ message }) => /should be/.test(message));
      expect(byCode).toEqual({ ok: false, messages: [made!.message] });
      const nonsense = nonsenseFor(control);
      if (nonsense === undefined) return;
      const set = change(text, { kind: "set", body: path, argument: name, value: nonsense });
      if (set.ok) throw new Error(`${JSON.stringify(nonsense)} was taken`);
      expect(set.messages.join()).not.toBe("");
    },
  );

  it.each(
    ARGUMENTS.filter(({ field }) => field.presence.kind === "required").map(
      (one) => [one.stage, one.name, one] as const,
    ),
  )("%s %s is not cleared, since it is required", (_, name, { path, text }) => {
    const made = change(text, { kind: "clear", body: path, argument: name });
    expect(made).toEqual({ ok: false, messages: [`missing required attribute "${name}"`] });
  });
});

describe("a change", () => {
  const json = (expressions: string) => `stage.json {\n  expressions = ${expressions} // after\n}\n`;
  const FIRST = { pipeline: BARE_STAGES, stage: "1" };
  const set = (text: string, argument: string, value: ControlValue) =>
    changed(text, { kind: "set", body: [], argument, value }, FIRST);
  const pairs = (...all: readonly (readonly [string, string])[]) => ({ pairs: all });
  const LONG = '{\n    // the level\n    level = "", // kept\n\n    msg   = "message",\n  }';

  it.each([
    [
      "changes one value of a map",
      LONG,
      pairs(["level", "severity"], ["msg", "message"]),
      '{\n    // the level\n    level = "severity", // kept\n\n    msg   = "message",\n  }',
    ],
    [
      "changes one name of a map",
      LONG,
      pairs(["level", ""], ["text", "message"]),
      '{\n    // the level\n    level = "", // kept\n\n    text   = "message",\n  }',
    ],
    [
      "adds at the end",
      LONG,
      pairs(["level", ""], ["msg", "message"], ["a b", "c"]),
      '{\n    // the level\n    level = "", // kept\n\n    msg   = "message",\n    "a b" = "c",\n  }',
    ],
    [
      "adds between",
      LONG,
      pairs(["level", ""], ["x", ""], ["msg", "message"]),
      '{\n    // the level\n    level = "", // kept\n    x = "",\n\n    msg   = "message",\n  }',
    ],
    ["removes a line", LONG, pairs(["level", ""]), '{\n    // the level\n    level = "", // kept\n\n  }'],
    ["adds to one line", '{ a = "" }', pairs(["a", ""], ["b", "c.d"]), '{ a = "", b = "c.d" }'],
    ["removes the first of one line", '{ a = "", b = "c" }', pairs(["b", "c"]), '{ b = "c" }'],
    ["removes the last of one line", '{ a = "", b = "c" }', pairs(["a", ""]), '{ a = "" }'],
    ["keeps the manner of quoting", "{ a = `x` }", pairs(["a", 'y."z"']), '{ a = `y."z"` }'],
  ] as const)("%s", (_, before, value, after) => {
    expect(set(json(before), "expressions", value)).toBe(json(after));
  });

  it("of a list or a map says what it is to, in any layout", () => {
    const random = new SeededRandom(5);
    const pick = <V>(from: readonly V[]): V => from[Math.floor(random.next() * from.length)]!;
    const values = () => [..."abcdefg"].filter(() => random.next() < 0.5).map((one) => pick([one, `${one}${one}`]));
    for (let round = 0; round < 60; round++) {
      const gap = () => pick([" ", "", "\n    ", " // note\n    ", " /* a */ "]);
      const before = values();
      const list = before.map((one) => `${gap()}"${one}"${pick(["", " ", " /* b */ "])},`).join("");
      const text = `stage.label_drop {\n  values = [${list}${pick(["", "\n  ", " /* end */ "])}]\n}\n`;
      expect(parseFile(text).diagnostics, text).toEqual([]);
      const value = values();
      const after = set(text, "values", value);
      expect(parseFile(after).diagnostics, after).toEqual([]);
      const shown = readStageForm(open(after), FIRST)!.body.fields[0]!;
      expect(shown.value ?? [], `${text} → ${after}`).toEqual(value);
    }
  });

  const METRICS = `stage.metrics {\n  // one\n  metric.counter {\n    name   = "a_total"\n    action = "inc"\n  }\n}\n`;

  it("adds a valid block, and removes it again", () => {
    const after = changed(METRICS, { kind: "add-block", body: [], block: "metric.histogram" }, FIRST);
    expect(open(after).diagnostics).toEqual([]);
    const form = readStageForm(open(after), FIRST)!;
    expect(form.body.blocks.map(({ name }) => name)).toEqual(["metric.counter", "metric.histogram"]);
    expect(form.body.addable.map(({ name }) => name)).toEqual(["metric.counter", "metric.gauge", "metric.histogram"]);
    const again = changed(after, { kind: "remove-block", body: form.body.blocks[1]!.body.path }, FIRST);
    expect(again).toBe(METRICS);
  });

  it("does not take out the last block that has to be there", () => {
    const text = 'stage.truncate {\n  rule {\n    limit = "1KiB"\n  }\n}\n';
    expect(change(text, { kind: "remove-block", body: [0] }, FIRST)).toEqual({
      ok: false,
      messages: ['missing required block "rule"'],
    });
  });

  it("is reported by a rule across arguments at its place, and not refused", () => {
    const text = 'stage.tenant {\n  label = "app"\n}\n';
    const without = changed(text, { kind: "clear", body: [], argument: "label" }, FIRST);
    expect(readStageForm(open(without), FIRST)!.body.problems).toMatchObject([
      { message: "label, source or value config are required" },
    ]);
    expect(open(set(without, "source", "customer")).diagnostics).toEqual([]);
  });

  it("leaves a reference to the code editor", () => {
    const text = 'stage.static_labels {\n  values = { a = sys.env("A") }\n}\n';
    const shown = readStageForm(open(text), FIRST)!.body.fields[0]!;
    expect(shown).toMatchObject({ value: undefined, source: '{ a = sys.env("A") }' });
    const written = changed(text, { kind: "write", body: [], argument: "values", code: '{ a = sys.env("B") }' }, FIRST);
    expect(written).toBe(text.replace('"A"', '"B"'));
    expect(change(text, { kind: "write", body: [], argument: "values", code: "{ a = " }, FIRST).ok).toBe(false);
  });

  it("finds stages inside others, and in components", () => {
    const text = `logs.process "main" {\n  forward_to = []\n\n  stage.match {\n    selector = \`{a="b"}\`\n\n    stage.drop {\n      value = "x" // why\n    }\n  }\n}\n`;
    const place = { pipeline: "logs.process.main", stage: "1.1" };
    const after = changed(text, { kind: "set", body: [], argument: "source", value: "level" }, place);
    expect(after).toBe(text.replace('"x" // why\n', '"x" // why\n      source = "level"\n'));
    expect(change(text, { kind: "clear", body: [], argument: "x" }, { ...place, stage: "2" }).ok).toBe(false);
  });

  it("of a text that does not parse is refused", () => {
    expect(change("stage.drop {\n  value = \n}\n", { kind: "clear", body: [], argument: "value" }, FIRST).ok).toBe(
      false,
    );
  });

  it("knows names that are set before", () => {
    const text =
      'stage.regex {\n  expression = "(?P<a>x)(?P<b>y)"\n}\nstage.labels {\n  values = { app = "a" }\n}\nstage.drop {\n  source = "b"\n  value = "x"\n}\n';
    expect(readStageForm(open(text), { pipeline: BARE_STAGES, stage: "3" })!.names).toEqual({
      extracted: ["a", "b"],
      label: ["app"],
      metadata: [],
    });
  });
});
