/** Every argument and block of Alloy's components is one of ours, or is named as one that does not run yet: none is unknown. */
import { expect, it } from "vitest";
import { exportConfig } from "../document/export/export-config.ts";
import { openDocument } from "../document/open-document.ts";
import { ALLOY } from "../schema/alloy-versions.ts";
import type { Blocks, Fields } from "../schema/field.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import { COMPONENT_CATALOG } from "./index.ts";
import { CONFIG_BLOCKS } from "./logging-block.ts";

interface Body {
  readonly fields: Fields;
  readonly blocks: Blocks;
  readonly notRun?: readonly string[] | undefined;
}

const versions = Array.from({ length: 22 }, (_, i) => `1.${i}`);

it.each(Object.entries(ALLOY))("%s", (place, { runs, notRun, own, history }) => {
  const [name, ...inside] = place.split(" ");
  let body: Body | undefined = place.startsWith("stage.")
    ? STAGE_CATALOG.get(name!.slice("stage.".length))
    : name === "logging"
      ? CONFIG_BLOCKS.logging
      : COMPONENT_CATALOG.get(name!);
  for (const one of inside) body = body?.blocks[one];
  const known = [...Object.keys(body!.fields), ...Object.keys(body!.blocks)];
  expect(runs.filter((one) => !known.includes(one))).toEqual([]);
  // What does not run is reported as such, and what runs is not among it.
  expect(body!.notRun ?? []).toEqual(notRun);
  expect(notRun.filter((one) => known.includes(one))).toEqual([]);
  for (const [of, { since, until, changed = [] }] of [["itself", own] as const, ...Object.entries(history)]) {
    if (of !== "itself") expect([...runs, ...notRun]).toContain(of);
    for (const version of [since, until, ...changed.map(({ at }) => at)])
      if (version !== undefined) expect(versions).toContain(version);
  }
});

it.each([
  ["logs.source.syslog", 'listener {\naddress = "127.0.0.1:0"\nX\n}', "rfc5424_allow_empty_msg = true"],
  ["logs.source.syslog", 'listener {\naddress = "127.0.0.1:0"\nX\n}', "udp_queue_size = 20"],
  ["logs.source.syslog", 'listener {\naddress = "127.0.0.1:0"\nX\n}', "udp_host_cache_size = 0"],
  ["logs.source.journal", "X", 'legacy_position {\nfile = "/p"\nname = "x"\n}'],
  ["profiles.receive_http", "X", 'debug_info_upload_timeout = "1m"'],
  ["profiles.write", 'endpoint {\nurl = "http://a:1"\nX\n}', 'debug_info_upload_timeout = "1m"'],
  ["profiles.write", "X", "tracing {\njaeger_propagator = true\n}"],
])("%s: what Alloy has and Sluice does not run is reported as such: %s %s", (name, body, what) => {
  const forward = name === "profiles.write" ? "" : "forward_to = []\n";
  const text = `${name} "a" {\n${forward}${body.replace("X", what)}\n}\n`;
  const told = (purpose: "run" | "preview") =>
    openDocument(text, { purpose }).diagnostics.map(({ severity, code }) => `${severity} ${code}`);
  const code = what.includes("{") ? "block-not-run" : "argument-not-run";
  expect([told("run"), told("preview")]).toEqual([[`error ${code}`], [`warning ${code}`]]);
  const exported = exportConfig(text, "loki");
  if (!exported.ok) throw new Error(exported.reason);
  expect(exported.notes).toEqual([]);
  expect(exported.text).toContain(what.split(" ")[0]);
});
