/**
 * For each known release of Alloy: what it refuses of the vectors' configurations and of the reference's examples is reported
 * when they are exported for it, and nothing else. What is new is found by how it looks in a text, not by the table.
 */
import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { COMPONENTS } from "../../components/index.ts";
import { ALLOY_RELEASES, type TargetVersion } from "../../schema/alloy-target.ts";
import { STAGES } from "../../stages/index.ts";
import { exportConfig } from "./export-config.ts";

/** What changed in the releases, as it looks in a text: the first release of 1.x with it. */
const NEWER: readonly [pattern: RegExp, since: number][] = [
  [/\bstage\.pattern(?= *\{)/g, 11],
  [/\bstage\.truncate(?= *\{)/g, 12],
  [/\bstage\.structured_metadata_drop(?= *\{)/g, 12],
  [/(?<=stage\.structured_metadata \{[^}]*(?:\}[^}]*)?)\bregex(?= *=)/g, 12],
  [/(?<=stage\.luhn \{[^}]*)\bdelimiters(?= *=)/g, 12],
  [/\btrim_newlines(?= *=)/g, 12],
  [/(?<=stage\.labels \{[^}]*(?:\}[^}]*)?)\bsource_type(?= *=)/g, 15],
  [/(?<=stage\.(?:json|logfmt) \{[^}]*(?:\}[^}]*)?)\bregex(?= *=)/g, 17],
  [/\baction_on_duplicate_timestamp(?= *=)/g, 17],
  [/\bskip_regex(?= *=)/g, 19],
  [/\bstage\.split_json(?= *\{)/g, 19],
  [/\bmax_send_message_size(?= *=)/g, 11],
  [/\bfile_match(?= *\{)/g, 12],
  [/\btls(?= *\{)/g, 12],
  [/\b(?:raw_format_options|rfc3164_cisco_components)(?= *\{)/g, 13],
  [/\bmin_shards(?= *=)/g, 13],
  [/\b(?:pyroscope|profiles)\.enrich(?= *")/g, 12],
  [/\btarget_to_log_match(?= *=)/g, 20],
];

/** What has to be in a block before that release. */
const REQUIRED: readonly [block: RegExp, argument: string, until: number][] = [
  [/(stage\.json) \{((?:[^{}]|\{[^{}]*\})*)\}/g, "expressions", 17],
  [/(stage\.logfmt) \{((?:[^{}]|\{[^{}]*\})*)\}/g, "mapping", 17],
  [/(stage\.structured_metadata) \{((?:[^{}]|\{[^{}]*\})*)\}/g, "values", 12],
  [/((?:loki|logs)\.enrich) "" \{((?:[^{}]|\{[^{}]*\})*)\}/g, "target_match_label", 20],
];

const needs = (text: string, release: number): string[] =>
  [
    ...NEWER.flatMap(([pattern, since]) => (release < since ? (text.match(pattern) ?? []) : [])),
    ...REQUIRED.flatMap(([block, argument, until]) =>
      release >= until
        ? []
        : [...text.matchAll(block)].flatMap(([, name, body]) =>
            body!.includes(`${argument} `) ? [] : `${name} without ${argument}`,
          ),
    ),
  ].sort();

/** Without the strings and comments, in which names mean nothing. */
const code = (text: string): string => text.replaceAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/.*|\/\*[\s\S]*?\*\//g, '""');

const refusals = (text: string, target: TargetVersion): string[] => {
  const exported = exportConfig(text, "loki", target);
  return exported.ok ? exported.notes.flatMap(({ kind, what }) => (kind === "refused" ? what : [])) : [];
};

const EXAMPLES = [
  ...STAGES.flatMap(({ examples }) => examples.map(({ config }) => config)),
  ...COMPONENTS.map(({ example }) => example),
];

describe("configurations", () => {
  const all = new Set([...readVectorConfigs(), ...EXAMPLES]);
  const configs = [...all].filter((text) => exportConfig(text, "loki").ok);
  const without = new Map(configs.map((text) => [text, refusals(text, "sluice")]));

  it.each(ALLOY_RELEASES.toReversed())(
    "are refused by Alloy %s as far as it is too old, and not otherwise",
    { timeout: 60_000 },
    (release) => {
      let refused = 0;
      for (const text of configs) {
        const found = refusals(text, release);
        for (const one of without.get(text)!) {
          expect(found).toContain(one);
          found.splice(found.indexOf(one), 1);
        }
        expect([text, found.sort()]).toEqual([text, needs(code(text), Number(release.slice(2)))]);
        refused += found.length;
      }
      if (Number(release.slice(2)) < 19) expect(refused).toBeGreaterThan(10);
      else if (Number(release.slice(2)) > 19) expect(refused).toBe(0);
    },
  );
});
