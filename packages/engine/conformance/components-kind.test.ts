import { describe, expect, it } from "vitest";
import type { ConformanceHost } from "./host.ts";
import { judgeFile, READ } from "./judge.ts";

const host: ConformanceHost = {
  resource: () => undefined,
  sha256: () => "",
  base64: { decode: () => new Uint8Array(), encode: () => "" },
};

const CONFIG = `loki.secretfilter "s" {
  forward_to      = []
  gitleaks_config = "rules.toml"
  redact_with     = "***"
}`;

const vector = (want: unknown, config = CONFIG) => ({
  name: "one",
  says: "",
  config,
  component: "loki.secretfilter.s",
  files: { "rules.toml": "[[rules]]\nid = \"own\"\nregex = '''tok_[0-9]{4}'''\n" },
  entries: [{ line: "a tok_1234", labels: { app: "x" } }],
  want,
});

const judged = (want: unknown, config?: string) =>
  judgeFile({ format: 1, kind: "components", source: "a page", cases: [vector(want, config)] }, host, [])[0]!;

const OUT = { line: "a ***", labels: { app: "x" } };
const REDACTED = "loki_secretfilter_secrets_redacted_total";

describe("a case of a component", () => {
  it("passes, and counts as read from documentation", () => {
    expect(judged({ out: [OUT], metrics: [`${REDACTED} 1`] })).toMatchObject({ outcome: "passed", tally: READ });
  });

  it.each([
    ["another line", { out: [{ ...OUT, line: "a tok_1234" }] }, "out[0].line"],
    ["another label", { out: [{ ...OUT, labels: {} }] }, "out[0].labels"],
    ["metadata", { out: [{ ...OUT, structured_metadata: [["a", "b"]] }] }, "out[0].structured_metadata"],
    ["no entry", { out: [] }, "want 0 items"],
    ["another metric", { out: [OUT], metrics: [`${REDACTED} 2`] }, `want ${REDACTED} 2`],
    ["an error", { refused: "rate" }, "got none"],
  ])("fails where it wants %s", (_, want, detail) => {
    expect(judged(want)).toMatchObject({ outcome: "failed", detail: expect.stringContaining(detail) });
  });

  it("wants the error that it names", () => {
    const refused = CONFIG.replace("redact_with     =", "rate = 2\nredact_with =");
    expect(judged({ refused: "rate" }, refused).outcome).toBe("passed");
    expect(judged({ refused: "redact_with" }, refused).detail).toContain("want an error that names redact_with");
    expect(judged({ out: [OUT] }, refused).detail).toContain("refused: ");
  });

  it("fails where the configuration does not have the component", () => {
    expect(judged({ out: [OUT] }, CONFIG.replace('"s"', '"other"')).detail).toContain("no pipeline");
  });
});
