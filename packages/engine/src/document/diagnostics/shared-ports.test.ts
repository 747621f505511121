import { describe, expect, it } from "vitest";
import { applyEdits } from "../../base/diagnostic.ts";
import { openDocument } from "../open-document.ts";

const api = (name: string, http: string) => `logs.source.api "${name}" {
  http {
${http}  }
  forward_to = []
}
`;
const profiles = (name: string, http: string) => `profiles.receive_http "${name}" {
  http {
${http}  }
  forward_to = []
}
`;
const port = (number: number | string, address?: string) =>
  `${address === undefined ? "" : `    listen_address = "${address}"\n`}    listen_port = ${number}\n`;

const told = (text: string) => openDocument(text, { bareStages: false }).diagnostics;

describe("components that would listen on the same port", () => {
  it("are named in a warning, and the second gets a free port", () => {
    const text = api("logs", "") + profiles("profiles", "") + api("other", port(8081));
    const [warning, ...more] = told(text);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({
      severity: "warning",
      code: "port-shared",
      message:
        "logs.source.api.logs and profiles.receive_http.profiles both listen on port 8080, the default of both: only one of them can; set another listen_port",
      related: [{ message: "logs.source.api.logs listens here" }],
      fixes: [{ title: "Set listen_port = 8082 in profiles.receive_http.profiles" }],
    });
    const fixed = applyEdits(text, warning!.fixes![0]!.edits);
    expect(fixed).toContain("listen_port = 8082");
    expect(told(fixed)).toEqual([]);
  });

  it.each<[name: string, text: string, warned: boolean]>([
    ["on the same address", api("a", port(1, "127.0.0.1")) + profiles("b", port(1, "127.0.0.1")), true],
    ["on all addresses and on one", api("a", port(1)) + profiles("b", port(1, "127.0.0.1")), true],
    ["on one and on all by name", api("a", port(1, "127.0.0.1")) + profiles("b", port(1, "0.0.0.0")), true],
    ["of one kind", api("a", "") + api("b", ""), true],
    ["in Alloy's names", profiles("a", "").replace("profiles.", "pyroscope.") + profiles("b", ""), true],
    ["on other addresses", api("a", port(1, "127.0.0.1")) + profiles("b", port(1, "127.0.0.2")), false],
    ["on other ports", api("a", port(1)) + profiles("b", port(2)), false],
    ["on free ports", api("a", port(0)) + profiles("b", port(0)), false],
  ])("%s", (_name, text, warned) => {
    expect(told(text).map(({ code }) => code)).toEqual(warned ? ["port-shared"] : []);
  });

  it("shows the written port", () => {
    const text = api("a", port("8000 + 80")) + profiles("b", port(8080));
    const [warning] = told(text);
    expect(warning!.message).not.toContain("default");
    expect(text.slice(warning!.span!.start, warning!.span!.end)).toBe("listen_port = 8080");
    expect(applyEdits(text, warning!.fixes![0]!.edits)).toContain("listen_port = 8081");
  });

  it("is silenced by a comment", () => {
    expect(
      told(
        api("a", "") +
          profiles("b", port(8080)).replace("    listen_port", "    // sluice:ignore port-shared\n    listen_port"),
      ),
    ).toEqual([]);
  });
});
