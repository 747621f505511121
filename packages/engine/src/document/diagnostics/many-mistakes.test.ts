/** What a configuration with very many mistakes, or very long arguments, costs: it grows with them, and stops in between. */
import { describe, expect, it } from "vitest";
import { atOnce } from "../../base/at-once.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";
import { type Expression, findReferences, parseFile, walkExpression, walkStatements } from "../../syntax/index.ts";
import { loadParsedConfig } from "../load.ts";
import { openDocument, openDocumentInSteps } from "../open-document.ts";
import { ReferenceErrors } from "./reference-errors.ts";

const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("");
const endpoint = (inside: string) => `logs.write "w" {\n endpoint {\n  url = "http://h/push"\n${inside} }\n}\n`;
const process = (references: string) => `logs.process "x" {\n forward_to = [${references}]\n}\n`;

/** How often the property `name` of `objects` is read while `work` runs. */
function countReads<K extends string>(
  objects: readonly Readonly<Record<K, unknown>>[],
  name: K,
  work: () => void,
): number {
  let reads = 0;
  for (const one of objects) {
    const value = one[name];
    Object.defineProperty(one, name, {
      get() {
        reads++;
        return value;
      },
    });
  }
  work();
  return reads;
}

const expressionsIn = (parsed: ReturnType<typeof parseFile>): Expression[] => {
  const found: Expression[] = [];
  walkStatements(parsed.file.body, (statement) => {
    if (statement.kind !== "attribute") return;
    walkExpression(statement.value, (one) => found.push(one) > 0);
  });
  return found;
};

const library = { env: () => undefined };

describe("the work for a configuration", () => {
  it("does not walk a whole block for each of its mistakes", () => {
    const walks = (mistakes: number) => {
      const parsed = parseFile(`logs.relabel "r" {\n forward_to = []\n${lines(mistakes, () => "rul1 { }\n")}}\n`);
      const blocks = parsed.file.body.flatMap((one) => (one.kind === "block" ? one : []));
      return countReads(blocks, "body", () => {
        expect(loadParsedConfig(parsed, { library }).diagnostics).toHaveLength(mistakes);
      });
    };
    expect(walks(200)).toBe(walks(10));
  });

  it("does not compare each mistake with each bad reference", () => {
    const reads = (mistakes: number) => {
      const text = lines(mistakes, (i) => `endpoint {\n url = logs.proces.p${i}\n}\n`);
      const parsed = parseFile(`logs.write "w" {\n${text}}\n`);
      const spans = expressionsIn(parsed).flatMap((one) => (one.kind === "access" ? one.span : []));
      return countReads(spans, "start", () => {
        expect(loadParsedConfig(parsed, { library }).diagnostics).toHaveLength(mistakes);
      });
    };
    expect(reads(800) / reads(400)).toBeLessThan(3);
  });

  it.each([
    ["headers", (fields: string) => endpoint(`headers = {\n${fields}}\n`)],
    [
      "external_labels",
      (fields: string) =>
        `logs.write "w" {\n endpoint {\n  url = "http://h/push"\n }\n external_labels = {\n${fields}}\n}\n`,
    ],
  ])("does not look through all fields of %s for each of them", (_, textOf) => {
    const reads = (count: number) => {
      const parsed = parseFile(textOf(lines(count, (i) => `f${i} = "value",\n`)));
      const fields = expressionsIn(parsed).flatMap((one) => (one.kind === "object" ? one.fields : []));
      return countReads(fields, "name", () => expect(loadParsedConfig(parsed).diagnostics).toEqual([]));
    };
    expect(reads(400)).toBe(2 * reads(200));
  });

  it("does not compare each name that a stage reads with each other one", () => {
    const labels = STAGE_CATALOG.get("labels")!;
    const reads = (count: number) => {
      let asked = 0;
      const counted: typeof labels = {
        ...labels,
        flow(args) {
          const flow = labels.flow(args);
          const uses = flow.reads?.map((use) => ({
            ...use,
            get kind() {
              asked++;
              return use.kind;
            },
          }));
          return { ...flow, reads: uses };
        },
      };
      const values = lines(count, (i) => `f${i} = "", `);
      const text = `logs.process "x" {\n forward_to = []\n stage.labels {\n values = { ${values}}\n }\n}\n`;
      const { ok } = openDocument(text, { stages: new Map([...STAGE_CATALOG, ["labels", counted]]) });
      expect(ok).toBe(true);
      return asked;
    };
    expect(reads(400) / reads(200)).toBeLessThan(3);
  });

  it("lists what can be referred to once for all references that lead nowhere", () => {
    let listed = 0;
    class Counted<K, V> extends Map<K, V> {
      override [Symbol.iterator]() {
        listed++;
        return super[Symbol.iterator]();
      }
    }
    const known = new Counted([["logs.process.p", COMPONENT_CATALOG.get("logs.process")!]]);
    const errors = new ReferenceErrors(known, new Set(), { severity: "error", end: 0, written: [] });
    for (let i = 0; i < 10; i++) {
      const parsed = parseFile(process(`logs.process.q${i}.receiver`));
      expect(atOnce(errors.findInSteps(expressionsIn(parsed).flatMap(findReferences)))).not.toEqual([]);
    }
    expect(listed).toBe(1);
  });
});

it("suggests another name for the first fifty references that lead nowhere", () => {
  const { diagnostics } = openDocument(
    `logs.process "p" {\n forward_to = []\n}\n${process(lines(60, () => "logs.process.q.receiver, "))}`,
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(Array.from({ length: 60 }, () => "unknown-reference"));
  expect(diagnostics.map(({ fixes }) => fixes !== undefined)).toEqual(Array.from({ length: 60 }, (_, i) => i < 50));
});

it("takes more references in one argument than a call takes arguments", () => {
  const { ok } = openDocument(`logs.process "p" {\n forward_to = []\n}\n${process("q,".repeat(200_000))}`);
  expect(ok).toBe(false);
});

describe("a document that is opened in steps", () => {
  const stepsOf = (text: string) => [...openDocumentInSteps(text, { library })].length;

  it.each([
    ["misspelt block", (many: string) => `logs.relabel "r" {\n forward_to = []\n${many}}\n`, () => "rul1 { }\n"],
    ["misspelt argument inside a block", endpoint, () => "passwrd = 1\n"],
    ["block", (many: string) => `logs.write "w" {\n${many}}\n`, () => 'endpoint {\n url = "hp://h/"\n}\n'],
    ["reference", process, (i: number) => `logs.proces.p${i}.receiver, `],
    ["misspelt component", (many: string) => many, (i: number) => `logs.proces "p${i}" { }\n`],
    [
      "misspelt argument of a stage",
      (many: string) => `logs.process "x" {\n forward_to = []\n stage.regex {\n expression = "a"\n${many}}\n}\n`,
      () => "sorce = 1\n",
    ],
    ["misspelt argument of the block logging", (many: string) => `logging {\n${many}}\n`, () => "levl = 1\n"],
  ])("stops at each %s", (_, textOf, one) => {
    expect(stepsOf(textOf(lines(300, one))) - stepsOf(textOf(lines(100, one)))).toBeGreaterThanOrEqual(200);
  });
});
