/** Importing any text does not throw, and the result parses and is formatted. */
import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { readVectorFiles } from "../../../conformance/vector-files.ts";
import { formatFile } from "../../syntax/index.ts";
import { importPromtail } from "./index.ts";

interface PromtailFile {
  readonly kind: string;
  readonly cases: readonly { readonly yaml: string }[];
}

const recorded = (readVectorFiles() as PromtailFile[])
  .filter(({ kind }) => kind === "promtail")
  .flatMap(({ cases }) => cases.map(({ yaml }) => yaml));

const RICH = `server: {http_listen_port: 9080, log_level: debug}
clients:
  - &c {url: "http://u:p@\${HOST}:3100/x", tenant_id: a, basic_auth: {username: u, password: p}, tls_config: {ca_file: /c}}
  - {<<: *c, url: http://b/, external_labels: {a: 1.50, b: null}}
scrape_configs:
  - job_name: a
    kubernetes_sd_configs: [{role: pod, namespaces: {names: [x]}}]
    consul_sd_configs: [{server: "c:1", services: [s], token: t}]
    static_configs: [{targets: [h], labels: {__path__: /l}}]
    relabel_configs: [{source_labels: [a], regex: "(.+)", target_label: b, action: replace}]
    pipeline_stages: [{multiline: {firstline: "^x", max_lines: 2}}, {metrics: {m: {type: Counter, config: {action: inc}}}}]
  - job_name: b
    syslog: {listen_address: ":1", labels: {a: b}}
    kafka: {brokers: [b], topics: [t], authentication: {sasl_config: {user: u, password: p}}}
    gcplog: {subscription_type: push, server: {http_listen_port: 1}}
    docker_sd_configs: [{host: "unix:///x", refresh_interval: 5s}]
limits_config: {readline_rate_enabled: true, max_line_size: 2kb}
`;

const PIECES = [
  "null",
  "~",
  "yes",
  "0x1f",
  "-1",
  "1e3",
  "2.9",
  "[]",
  "{}",
  "[",
  "{",
  "}",
  "]",
  ":",
  "- ",
  "&a ",
  "*a",
  "<<: ",
  "\n",
  "  ",
  '"',
  "'",
  "|\n",
  ">-\n",
  "#",
  "---\n",
  "!!int ",
  "!!binary ",
  "\t",
  "é",
  "\ud800",
  "\0",
  "${A}",
  "${A:-b}",
  "`",
  "%",
  "(",
  "\\",
  "true: ",
  "1d",
  "5s",
];

/** A text with some of it taken out, repeated, moved or put in. */
function mutate(text: string, random: SeededRandom): string {
  const below = (limit: number) => Math.floor(random.next() * limit);
  let result = text;
  for (let i = 1 + below(4); i > 0; i--) {
    const [from, length] = [below(result.length + 1), below(12)];
    const cut = result.slice(from, from + length);
    const piece = PIECES[below(PIECES.length)]!;
    const change = [piece, "", cut + cut, piece + cut, cut.toUpperCase()][below(5)]!;
    result = result.slice(0, from) + change + result.slice(from + length);
  }
  return result;
}

/** Whole lines left out, given twice or exchanged, so that most of it is still YAML. */
function mutateLines(text: string, random: SeededRandom): string {
  const lines = text.split("\n");
  const below = (limit: number) => Math.floor(random.next() * limit);
  for (let i = 1 + below(3); i > 0; i--) {
    const [a, b] = [below(lines.length), below(lines.length)];
    const change = below(4);
    if (change === 0) lines.splice(a, 1);
    else if (change === 1) lines.splice(a, 0, lines[b]!);
    else if (change === 2) [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    else lines[a] = lines[a]!.replace(/[^ :{[,]+(?=[\]},]|$)/, PIECES[below(PIECES.length)]!);
  }
  return lines.join("\n");
}

describe("importing changed configurations", () => {
  it.each([
    ["characters", mutate, 11],
    ["lines", mutateLines, 12],
  ])("never throws, and writes what parses: %s", { timeout: 60_000 }, (_, change, seed) => {
    const random = new SeededRandom(seed);
    const sources = [...recorded.filter((_yaml, i) => i % 6 === 0), ...Array<string>(12).fill(RICH)];
    let written = 0;
    for (let round = 0; round < 10; round++) {
      for (const source of sources) {
        const yaml = change(source, random);
        const { text, diagnostics, ok } = importPromtail(yaml);
        if (text !== "") expect(formatFile(text), yaml).toMatchObject({ ok: true, text });
        expect(ok, yaml).toBe(!diagnostics.some(({ severity }) => severity === "error"));
        const outside = diagnostics.filter(
          ({ span }) => span !== undefined && !(0 <= span.start && span.start <= span.end && span.end <= yaml.length),
        );
        expect(outside, yaml).toEqual([]);
        if (text !== "") written++;
      }
    }
    expect(written).toBeGreaterThan(20);
  });
});
