/** Imports for releases of Alloy: each gets what it takes, and what it lacks is said in the YAML. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDocument } from "../../document/open-document.ts";
import { ALLOY_RELEASES, type AlloyVersion } from "../../schema/alloy-target.ts";
import { importPromtail } from "./index.ts";

const VECTORS = new URL("../../../conformance/vectors/promtail.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(VECTORS, "utf8")) as { cases: readonly { readonly yaml: string }[] };

const FILES = "scrape_configs: [{job_name: j, static_configs: [{labels: {__path__: /a/*.log, job: a}}]}]";
const told = (yaml: string, target?: AlloyVersion) =>
  importPromtail(yaml, { target }).diagnostics.map(({ severity, message }) => `${severity} ${message}`);

it.each(ALLOY_RELEASES)("writes nothing that Alloy %s refuses", (target) => {
  let written = 0;
  for (const yaml of [...cases.map((one) => one.yaml), FILES]) {
    const { text } = importPromtail(yaml, { target });
    const refused = openDocument(text, { purpose: "preview", target }).diagnostics.filter(
      ({ code, severity }) => code === "alloy-version" && severity === "warning",
    );
    expect(refused.map(({ message }) => message)).toEqual([]);
    if (text !== "") written++;
  }
  expect(written).toBeGreaterThan(40);
});

describe("what an older release lacks", () => {
  it("is written by another component where there is one", () => {
    expect(importPromtail(FILES, { target: "1.12" }).text).toContain("file_match {");
    const { text, ok } = importPromtail(`${FILES}\ntarget_config: {sync_period: 20s}\n`, { target: "1.11" });
    expect(ok).toBe(true);
    expect(text).toContain("targets               = local.file_match.j.targets");
    expect(text).toMatch(/local\.file_match "j" \{\n\tpath_targets = \[\{[\s\S]*\}\]\n\tsync_period = "20s"\n\}/);
    expect(text).not.toContain("file_match {");
  });

  const STAGES = (stages: string) => `pipeline_stages: [${stages}]`;
  it.each<[what: string, yaml: string, before: AlloyVersion, from: AlloyVersion, message: RegExp]>([
    [
      "the time of lines",
      STAGES("{json: {expressions: {ts: ts}}}, {timestamp: {source: ts, format: RFC3339}}"),
      "1.16",
      "1.17",
      /^warning lines with the same time keep it in Promtail, and Alloy 1\.16 moves them on by 1 ns/,
    ],
    [
      "lines that are cut",
      `${FILES}\nlimits_config: {max_line_size: 1KB, max_line_size_truncate: true}`,
      "1.11",
      "1.12",
      /^warning stage\.truncate needs Alloy 1\.12, and the target is Alloy 1\.11: it is left out, and lines that are too long stay whole$/,
    ],
    [
      "TLS of a server",
      "scrape_configs: [{job_name: j, loki_push_api: {server: {http_listen_port: 1, http_tls_config: {cert_file: c, key_file: k}}}}]",
      "1.11",
      "1.12",
      /^error tls needs Alloy 1\.12, and the target is Alloy 1\.11: it is left out, and it would listen without TLS$/,
    ],
  ])("is left out with a report: %s", (_, yaml, before, from, message) => {
    expect(told(yaml, before)).toContainEqual(expect.stringMatching(message));
    for (const target of [from, undefined])
      expect(told(yaml, target)).not.toContainEqual(expect.stringMatching(/the target is|moves them on/));
  });
});
