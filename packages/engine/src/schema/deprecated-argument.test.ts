import { expect, it } from "vitest";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseFile } from "../syntax/index.ts";
import { decodeBody } from "./decode.ts";
import { stringField } from "./field.ts";

const SPEC = {
  fields: {
    old: stringField({ holds: "text", doc: "Old.", default: "", deprecated: "use `fresh`" }),
    fresh: stringField({ holds: "text", doc: "New." }),
  },
  blocks: {},
};

it("a written deprecated argument is reported with its replacement, and still decoded", () => {
  const told: Diagnostic[] = [];
  const context = { scope: { lookup: () => undefined }, report: (one: Diagnostic) => void told.push(one) };
  const read = (text: string) => decodeBody(parseFile(text).file.body, SPEC, { start: 0, end: 0 }, context).args;
  expect(read('fresh = "a"')).toEqual({ old: "", fresh: "a" });
  expect(told).toEqual([]);
  expect(read('old = "a"')).toMatchObject({ old: "a" });
  expect(told).toEqual([
    {
      severity: "warning",
      code: "deprecated-argument",
      message: '"old" is deprecated: use `fresh`',
      span: { start: 0, end: 3 },
    },
  ]);
});
