/** What counts as equal in the comparison of imported configurations. */
import { describe, expect, it } from "vitest";
import { runPromtailCase } from "./promtail-kind.ts";

const yaml = "clients: [{url: 'http://a/', tenant_id: '${T}'}]\nscrape_configs: [{job_name: j, gelf: {}}]\n";
const wanted = (endpoint: string, source = 'listen_address = ""'): string =>
  `loki.source.gelf "j" {\n${source}\nforward_to = [loki.write.default.receiver]\nrelabel_rules = null\n}
loki.write "default" {\nendpoint {\n${endpoint}\n}\nexternal_labels = {}\n}\n`;
const run = (config: string, diagnostics: { severity: "Error" | "Critical"; message: string }[] = []) =>
  runPromtailCase({ name: "it", yaml, want: { config, diagnostics } }).difference;
const SAME = 'url = "http://a/"\ntenant_id = "${T}"';

describe("the kind promtail", () => {
  it("takes defaults, lost values and variables for the same", () => {
    expect(run(wanted(SAME))).toBeUndefined();
    expect(run(wanted(`${SAME}\nbatch_wait = "1s"`))).toBeUndefined();
  });

  it.each([
    ["another value", wanted(SAME.replace("http://a/", "http://b/"))],
    ["an argument that is missing", wanted(`${SAME}\nname = "x"`)],
    ["an argument too many", wanted('url = "http://a/"')],
    ["another reference", wanted(SAME).replace("write.default.receiver", "write.other.receiver")],
    ["another component", `${wanted(SAME)}loki.process "j" {\nforward_to = []\n}\n`],
    ["a value that is not lost", wanted(SAME, "use_incoming_timestamp = true")],
    ["an empty configuration", ""],
  ])("finds %s", (_, config) => {
    expect(run(config)).toEqual(expect.stringMatching(/^config/));
  });

  it("wants an error where the original has one, and compares nothing where it refused the file", () => {
    expect(run(wanted(SAME), [{ severity: "Error", message: "no" }])).toBe("want an error (no), got none");
    expect(
      runPromtailCase({
        name: "it",
        yaml: "a: 1",
        want: { config: "", diagnostics: [{ severity: "Critical", message: "no" }] },
      }).difference,
    ).toBeUndefined();
  });
});
