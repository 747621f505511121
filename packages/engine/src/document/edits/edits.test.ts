import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { BlockStatement, SourceFile, Statement } from "../../syntax/ast.ts";
import { parseFile, walkStatements } from "../../syntax/index.ts";
import { ignoresAbove } from "../marks.ts";
import { insertStatement, moveStatement, removeStatement, renameComponent, setArgument } from "./edits.ts";

const TEXTS = readVectorConfigs();

/** The tree without places. */
const bare = (body: readonly Statement[]): string =>
  JSON.stringify(body, (key, value) => (key.endsWith("pan") ? undefined : value));
const parse = (text: string): SourceFile => {
  const { file, diagnostics } = parseFile(text);
  if (diagnostics.length > 0) expect([text, diagnostics]).toEqual([text, []]);
  return file;
};
const comments = (file: SourceFile, only = (_: Span) => true) =>
  file.comments.flatMap((group) => group.comments.filter(({ span }) => only(span)).map((one) => one.text));

/** How people write: each way makes another text of a configuration, with the same tree but for what raw strings hold. */
const WAYS: readonly ((text: string, random: () => number) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => text.replaceAll(/^ +/gm, (blanks) => "\t".repeat(Math.ceil(blanks.length / 2))),
  withComments,
  (text, random) => withComments(text, random).replaceAll("\n", "\r\n"),
  (text) => text.trimEnd(),
];

/** Comments above statements, after them, between them and at the end, and marks. */
function withComments(text: string, random: () => number): string {
  const { file } = parseFile(text);
  const edits: TextEdit[] = [];
  const put = (at: number, comment: string) => edits.push({ span: { start: at, end: at }, text: comment });
  walkStatements(file.body, ({ span }) => {
    const start = text.lastIndexOf("\n", span.start - 1) + 1;
    const lineEnd = text.indexOf("\n", span.end);
    const isAlone = text.slice(start, span.start).trim() === "";
    const chance = random();
    if (isAlone && chance < 0.2) put(start, `  // what the next\n\t/* does */\n`);
    else if (isAlone && chance < 0.3) put(start, `// sluice:ignore code-${edits.length}\n`);
    else if (isAlone && chance < 0.4) put(start, "// sluice:off\n// stage.drop { }\n// sluice:on\n// above\n");
    else if (isAlone && chance < 0.5) put(start, `// sluice:ignore code-${edits.length}\n\n/* far\n above */\n\n`);
    else if (chance < 0.6 && lineEnd >= 0 && text.slice(span.end, lineEnd) === "")
      put(span.end, " /* a */ // after \t");
  });
  put(text.length, `${text.endsWith("\n") ? "" : "\n"}// the end`);
  return applyEdits(text, edits);
}

/** What each `sluice:ignore` is about. */
function ignored(text: string): string[] {
  if (!text.includes("sluice:ignore")) return [];
  const { file } = parseFile(text);
  const found: string[] = [];
  walkStatements(file.body, (statement) => {
    const about = bare([statement]);
    for (const { start, end } of ignoresAbove(file, statement)) found.push(`${text.slice(start, end).trim()} ${about}`);
  });
  return found.sort();
}

/** Every text with a generator of its own, and one of its statements at random. */
function* tries(seed: number) {
  const random = new SeededRandom(seed);
  const pick = (n: number) => Math.floor(random.next() * n);
  for (const [i, original] of TEXTS.entries()) {
    const text = WAYS[i % WAYS.length]!(original, () => random.next());
    const file = parse(text);
    const at = pick(file.body.length);
    yield { text, file, pick, at, statement: file.body[at]!, ends: text.includes("\r\n") };
  }
}

/** For what is compared many thousand times, where `expect` would take longer than the edits. */
function same(given: string, wanted: string, text: string): void {
  if (given !== wanted) expect(given, text).toBe(wanted);
}

/** That the text is the same byte for byte but for `spans`, what came in between, and that line ends are the file's. */
function sameOutside(before: string, after: string, edits: readonly TextEdit[]): void {
  let [from, at] = [0, 0];
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  for (const { span, text } of sorted) {
    const kept = before.slice(from, span.start);
    same(after.slice(at, at + kept.length + text.length), kept + text, before);
    at += kept.length + text.length;
    from = span.end;
    if (before.includes("\r\n") && /(?<!\r)\n/.test(text)) expect(text).not.toMatch(/(?<!\r)\n/);
  }
  same(after.slice(at), before.slice(from), before);
}

const isInsertion = ({ span }: TextEdit) => span.start === span.end;
const isBlank = (text: string) => text.trim() === "";

describe("the smallest edits, over all vectors, with other line ends, tabs and comments", { timeout: 60_000 }, () => {
  it("take out a statement, its own lines and what was ignored of it, and nothing else", () => {
    for (const { text, file, at, statement } of tries(1)) {
      const edits = removeStatement(file, statement);
      const after = applyEdits(text, edits);
      sameOutside(text, after, edits);
      const changed = parse(after);
      same(bare(changed.body), bare(file.body.toSpliced(at, 1)), text);
      const own: readonly Span[] = [statement.span, ...ignoresAbove(file, statement)];
      expect(edits.length).toBe(own.length);
      for (const { span, text: by } of edits) {
        const { start, end } = own.find((one) => span.start <= one.start && one.end <= span.end)!;
        expect([by, isBlank(text.slice(span.start, start)), isBlank(text.slice(end, span.end))]).toEqual([
          "",
          true,
          true,
        ]);
        expect(text.slice(span.start, start)).not.toContain("\n");
        expect(text.slice(end, span.end)).toMatch(/^[ \t]*(\r?\n)?$/);
      }
      const isLeft = (span: Span) => !own.some((one) => one.start <= span.start && span.end <= one.end);
      expect([text, comments(changed)]).toEqual([text, comments(file, isLeft)]);
      const gone = own.slice(1).map(({ start, end }) => text.slice(start, end).trim());
      const within = ignored(text.slice(statement.span.start, statement.span.end));
      const about = bare([statement]);
      expect([text, ignored(after)]).toEqual([
        text,
        ignored(text).filter((one) => !within.includes(one) && !gone.some((mark) => one === `${mark} ${about}`)),
      ]);
    }
  });

  it("put a statement in, and change nothing that is there", () => {
    const code = 'stage.drop {\n  expression = "x"\n}';
    const [added] = parseFile(code).file.body;
    for (const { text, file, pick, at, statement } of tries(2)) {
      const place = pick(file.body.length + 1);
      const edits = insertStatement(file, undefined, place, code);
      const after = applyEdits(text, edits);
      sameOutside(text, after, edits);
      expect([text, edits.map(isInsertion)]).toEqual([text, [true]]);
      const changed = parse(after);
      same(bare(changed.body), bare(file.body.toSpliced(place, 0, added!)), text);
      expect(comments(changed)).toEqual(comments(file));
      expect([text, ignored(after)]).toEqual([text, ignored(text)]);
      if (statement.kind !== "block") continue;
      const inner = pick(statement.body.length + 1);
      const into = insertStatement(file, statement, inner, code);
      const nested = applyEdits(text, into);
      sameOutside(text, nested, into);
      const deeper = parse(nested);
      expect([text, bare((deeper.body[at] as BlockStatement).body)]).toEqual([
        text,
        bare(statement.body.toSpliced(inner, 0, added!)),
      ]);
      expect([text, into.map(isInsertion), comments(deeper)]).toEqual([text, [true], comments(file)]);
    }
  });

  it("move a statement unchanged, with the comments right above it and after it", () => {
    let moved = 0;
    for (const { text, file, pick, at, statement } of tries(3)) {
      const place = pick(file.body.length);
      const edits = moveStatement(file, statement, undefined, place);
      const after = applyEdits(text, edits);
      sameOutside(text, after, edits);
      const rest = file.body.toSpliced(at, 1);
      const changed = parse(after);
      same(bare(changed.body), bare(rest.toSpliced(place, 0, statement)), text);
      expect(edits.length).toBe(at === place ? 0 : 2);
      expect(comments(changed).sort()).toEqual(comments(file).sort());
      expect([text, ignored(after)]).toEqual([text, ignored(text)]);
      if (at === place) continue;
      moved++;
      const [removed, inserted] = edits;
      expect([text, removed!.text, isInsertion(inserted!)]).toEqual([text, "", true]);
      expect(inserted!.text).toContain(text.slice(statement.span.start, statement.span.end));
      // Only comments and blanks go along.
      const around = [
        text.slice(removed!.span.start, statement.span.start),
        text.slice(statement.span.end, removed!.span.end),
      ];
      for (const one of around) expect(parseFile(one).file.body).toEqual([]);
      const back = applyEdits(after, moveStatement(changed, changed.body[place]!, undefined, at));
      same(bare(parse(back).body), bare(file.body), text);
      expect([text, ignored(back)]).toEqual([text, ignored(text)]);
    }
    expect(moved).toBeGreaterThan(100);
  });

  it("give an argument a value: its value alone, or a line of its own", () => {
    for (const { text, file, at, statement } of tries(4)) {
      if (statement.kind !== "block") continue;
      const edits = setArgument(file, statement, "brand_new", "1");
      const set = applyEdits(text, edits);
      sameOutside(text, set, edits);
      const changed = parse(set);
      const owner = changed.body[at] as BlockStatement;
      const { body } = owner;
      const given = body.find(({ name }) => name === "brand_new");
      expect([text, given?.kind, edits.map(isInsertion)]).toEqual([text, "attribute", [true]]);
      same(bare(body.filter((one) => one !== given)), bare(statement.body), text);
      expect([text, comments(changed)]).toEqual([text, comments(file)]);
      const again = setArgument(changed, owner, "brand_new", "22");
      expect(applyEdits(set, again)).toBe(set.replace("brand_new = 1", "brand_new = 22"));
    }
  });

  it("rename a component and what refers to it, letter by letter", () => {
    for (const { text } of tries(5)) {
      const end = text.includes("\r\n") ? "\r\n" : "\n";
      const sink = `logs.echo "out" { }${end}`;
      const head = `logs.process "p" {${end} forward_to = [logs.echo . out /* x */ . receiver, logs.echo.out.receiver]${end}`;
      const whole = `${sink}${head}${text}${end}}`;
      const { file } = parseFile(whole);
      const edits = renameComponent(file, file.body[0] as BlockStatement, "sink");
      const after = applyEdits(whole, edits);
      sameOutside(whole, after, edits);
      expect(edits.map(({ span }) => whole.slice(span.start, span.end))).toEqual(['"out"', "out", "out"]);
      const renamed =
        sink.replace('"out"', '"sink"') + head.replace("out /*", "sink /*").replace("echo.out", "echo.sink");
      expect(after).toBe(`${renamed}${text}${end}}`);
    }
  });
});

it("a statement is moved into another block and out of it", () => {
  const text =
    'stage.drop { expression = "x" } // why\nstage.match {\n  selector = "{}"\n\n  // inner\n  stage.cri { }\n}\n';
  const { file } = parseFile(text);
  const into = applyEdits(text, moveStatement(file, file.body[0]!, file.body[1] as BlockStatement, 1));
  expect(into).toBe(
    'stage.match {\n  selector = "{}"\n\n  stage.drop { expression = "x" } // why\n  // inner\n  stage.cri { }\n}\n',
  );
  const inner = (parseFile(into).file.body[0] as BlockStatement).body[1]!;
  expect(applyEdits(into, moveStatement(parseFile(into).file, inner, undefined, 0))).toBe(text);
  expect(moveStatement(file, file.body[1]!, file.body[1] as BlockStatement, 0)).toEqual([]);
});

it("a component is renamed with what refers to it", () => {
  const text = 'logs.process "a" { // first\n  forward_to = [logs.echo.out.receiver]\n}\nlogs.echo "out" { }\n';
  const { file } = parseFile(text);
  expect(applyEdits(text, renameComponent(file, file.body[1] as BlockStatement, "sink"))).toBe(
    text.replace("echo.out", "echo.sink").replace('"out"', '"sink"'),
  );
});
