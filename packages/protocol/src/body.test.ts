import { describe, expect, it } from "vitest";
import { readBody } from "./body.ts";
import { TapBody, TapChange } from "./tap.ts";
import { DeployBody, RollbackBody, ValidateBody } from "./versions.ts";

const TEXT = 'the body must have "text", or "files" as a list of {"name": "…", "text": "…"}';
const FILE = 'must have a "text" and a "name" of 1 to 200 characters';
const SHA = "base_sha256 must be a SHA-256, as 64 hexadecimal digits in lower case";

describe("a body", () => {
  it.each([
    [TapBody, {}, "component must be the id of a logs.process"],
    [TapBody, { component: "a", rate: 0 }, "rate must be a number from 1 to 1000"],
    [TapBody, { component: "a", rate: Number.NaN }, "rate must be a number from 1 to 1000"],
    [TapChange, { paused: 1 }, "paused must be true or false"],
    [TapChange, { only: "held" }, "only must be one of dropped, changed, missed"],
    [TapChange, { text: "x".repeat(251) }, "text must be a text of at most 250 characters"],
    [DeployBody, {}, TEXT],
    [DeployBody, { text: "a", files: [] }, "files must have at least one file"],
    [DeployBody, { text: "a", files: [{ name: "a", text: "" }] }, TEXT],
    [DeployBody, { files: 1 }, 'files must be a list of {"name": "…", "text": "…"}'],
    [DeployBody, { files: [{ text: "a" }] }, `files.0.name ${FILE}`],
    [DeployBody, { files: [{ name: "", text: "a" }] }, `files.0.name ${FILE}`],
    [DeployBody, { files: [null] }, `files.0 ${FILE}`],
    [DeployBody, { text: "a", from: "b" }, '"from" and "how" need "into"'],
    [DeployBody, { text: "a", into: "b", how: "prepend" }, "how must be one of replace, append"],
    [DeployBody, { text: "a", into: "" }, 'into must be the name of a component, such as "logs.process.main"'],
    [RollbackBody, { base: 0 }, "base must be the number of a version"],
    [RollbackBody, { base: 1.5 }, "base must be the number of a version"],
    [RollbackBody, { base_sha256: "A".repeat(64) }, SHA],
    [RollbackBody, { note: "x".repeat(1001) }, "note must be a text of at most 1000 characters"],
    [ValidateBody, {}, TEXT],
    [ValidateBody, { version: 1, text: "a" }, 'the body must have either "version" or a configuration'],
    [ValidateBody, { version: true }, "version must be the number of a version"],
  ])("is refused with the field and what it must be (%#)", (schema, body, message) => {
    expect(readBody(schema, body)).toEqual({ ok: false, message });
  });

  it.each([
    [TapChange, { rate: null, only: null, selector: null, paused: true }],
    [DeployBody, { text: "" }],
    [DeployBody, { files: [{ name: "a.alloy", text: "" }], into: "logs.process.a", how: "append" }],
    [ValidateBody, { version: "3" }],
  ])("is accepted unchanged (%#)", (schema, body) => {
    expect(readBody(schema, { ...body, later: 1 })).toEqual({ ok: true, value: body });
  });
});
