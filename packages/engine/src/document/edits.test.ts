import { readdirSync, readFileSync } from "node:fs";
import { SeededRandom } from "@sluice/languages/base";
import { expect, it } from "vitest";
import type { TextEdit } from "../base/diagnostic.ts";
import type { BlockStatement, Statement } from "../syntax/ast.ts";
import { parseFile } from "../syntax/index.ts";
import { insertStatement, removeStatement, renameComponent, setArgument } from "./edits.ts";

const FOLDER = new URL("../../conformance/vectors/stages/", import.meta.url);
const TEXTS = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")).cases as { stages: string }[])
  .map(({ stages }) => stages)
  .filter((text) => parseFile(text).diagnostics.length === 0 && parseFile(text).file.body.length > 0);

const apply = (text: string, edits: readonly TextEdit[]): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: by }) => all.slice(0, span.start) + by + all.slice(span.end), text);
/** The tree without places. */
const shape = (text: string): unknown => bare(parseFile(text).file.body);
const bare = (body: readonly Statement[]): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (/span$/i.test(key) ? undefined : value)));
const comments = (text: string) =>
  parseFile(text).file.comments.flatMap((group) => group.comments.map((one) => one.text));

it("edits give the wanted tree, over all vectors, and leave comments alone", () => {
  const random = new SeededRandom(7);
  const pick = (n: number) => Math.floor(random.next() * n);
  for (const text of TEXTS) {
    const { file } = parseFile(text);
    const at = pick(file.body.length);
    const statement = file.body[at]!;
    const removed = apply(text, removeStatement(text, statement));
    expect([text, shape(removed)]).toEqual([text, bare(file.body.toSpliced(at, 1))]);

    const code = 'stage.drop {\n  expression = "x"\n}';
    const [added] = parseFile(code).file.body;
    const place = pick(file.body.length + 1);
    const inserted = apply(text, insertStatement(file, undefined, place, code));
    expect([text, shape(inserted)]).toEqual([text, bare(file.body.toSpliced(place, 0, added!))]);
    expect(comments(inserted)).toEqual(comments(text));

    if (statement.kind !== "block") continue;
    const set = apply(text, setArgument(file, statement, "brand_new", "1"));
    const block = parseFile(set).file.body[at] as BlockStatement;
    const given = block.body.find(({ name }) => name === "brand_new");
    expect([text, given?.kind]).toEqual([text, "attribute"]);
    expect([text, bare(block.body.filter((one) => one !== given))]).toEqual([text, bare(statement.body)]);
    expect(apply(set, setArgument(parseFile(set).file, block, "brand_new", "22"))).toBe(
      set.replace("brand_new = 1", "brand_new = 22"),
    );
    expect(comments(set)).toEqual(comments(text));
  }
  expect(TEXTS.length).toBeGreaterThan(500);
});

it("a component is renamed with what refers to it", () => {
  const text = 'logs.process "a" { // first\n  forward_to = [logs.echo.out.receiver]\n}\nlogs.echo "out" { }\n';
  const { file } = parseFile(text);
  expect(apply(text, renameComponent(file, file.body[1] as BlockStatement, "sink"))).toBe(
    text.replace("echo.out", "echo.sink").replace('"out"', '"sink"'),
  );
});
