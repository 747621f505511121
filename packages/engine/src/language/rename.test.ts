import { expect, it } from "vitest";
import { applyEdits } from "../base/diagnostic.ts";
import { openDocument } from "../document/open-document.ts";
import { parseFile } from "../syntax/index.ts";
import { rename, renameTarget } from "./rename.ts";

const TEXT = `logs.source.api "in" {
  // main and out
  forward_to = [logs.process.main.receiver, logs.echo.out.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
logs.echo "other" { }
`;
const { file } = parseFile(TEXT);

it.each([
  ["the label", TEXT.indexOf('"out"') + 2],
  ["the name of the component", TEXT.indexOf('logs.echo "out') + 3],
  ["a reference", TEXT.indexOf("logs.echo.out") + 11],
  ["another one, at its end", TEXT.lastIndexOf("logs.echo.out") + 13],
])("from %s every place is renamed, and nothing else", (_, offset) => {
  const target = renameTarget(file, offset)!;
  expect([target.label, TEXT.slice(target.span.start, target.span.end)]).toEqual(["out", "out"]);
  const renamed = rename(file, offset, "sink");
  const after = applyEdits(TEXT, renamed.ok ? renamed.edits : []);
  expect(after).toBe(TEXT.replaceAll("echo.out", "echo.sink").replace('"out"', '"sink"'));
  expect(openDocument(after).diagnostics).toEqual(
    openDocument(TEXT).diagnostics.map((one) => expect.objectContaining({ code: one.code })),
  );
});

it("what names no component is not renamed", () => {
  const offset = TEXT.indexOf("forward_to") + 2;
  expect([renameTarget(file, offset), rename(file, offset, "x").ok]).toEqual([undefined, false]);
});

it.each([
  ["two words", "my sink"],
  ["1st", "1st"],
  ["nothing", ""],
  ["another's label", "other"],
])("%s cannot be a label", (_, to) => {
  const refused = rename(file, TEXT.indexOf('"out"') + 2, to);
  expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/label|already/) });
});
