/** Kinds of cases that are read from documentation: labels of profiles that components change, messages of GELF and syslog. */
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { firstDifference, type HostedKind, type Judgement, judge, READ } from "@sluice/engine/conformance";
import type { ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import { readGelf } from "../src/gelf/message.ts";
import { StopSource } from "../src/platform/stop-signal.ts";
import { labelsOf } from "../src/syslog/message.ts";
import { parseRaw } from "../src/syslog/raw.ts";
import { parse3164 } from "../src/syslog/rfc3164.ts";
import { parse5424 } from "../src/syslog/rfc5424.ts";
import { conformanceFolder } from "./folder.ts";
import type { Checked, Forwarded } from "./profiles-cases.ts";
import { Recorder } from "./profiles-targets.ts";
import { buildFirst } from "./running-component.ts";

type Labels = Readonly<Record<string, string>>;

interface ReadCase {
  readonly name: string;
  /** The sentence or the example of the documentation that the case follows. */
  readonly says: string;
}

interface ProfileLabelsCase extends ReadCase {
  readonly config: string;
  /** The labels of each profile. */
  readonly profiles: readonly Labels[];
  readonly want: { readonly out: readonly Labels[] };
}

interface GelfCase extends ReadCase {
  readonly message: Readonly<Record<string, unknown>>;
  readonly encoding: keyof typeof ENCODINGS;
  /** Fields of what is read, of which others are not compared. */
  readonly want: Readonly<Record<string, string>>;
}

interface SyslogCase extends ReadCase {
  readonly format: keyof typeof FORMATS;
  readonly message: string;
  /** The labels that the message gives, and its text. */
  readonly want: { readonly labels: Labels; readonly text: string };
}

const FORMATS = {
  rfc3164: (text: string) => parse3164(text, 0n),
  rfc5424: parse5424,
  raw: parseRaw,
};

const ENCODINGS = { none: (bytes: Buffer) => bytes, gzip: gzipSync, zlib: deflateSync };
const signal = new StopSource();

async function checkProfileLabels({ config, profiles, want }: ProfileLabelsCase): Promise<Checked> {
  const kept: Forwarded[] = [];
  const { component } = await buildFirst(config, [new Recorder(0, { type: "recorder" }, kept)]);
  const receiver = component.profiles as ProfilesReceiver;
  for (const labels of profiles) await receiver.append({ labels: Object.entries(labels).sort(), samples: [] }, signal);
  const got = kept.map((one) => Object.fromEntries("labels" in one ? one.labels : []));
  return { got, difference: firstDifference(want.out, got, "out") };
}

async function checkGelf({ message, encoding, want }: GelfCase): Promise<Checked> {
  const read = readGelf(ENCODINGS[encoding](Buffer.from(JSON.stringify(message))));
  if (!read.ok) return { got: read, difference: read.problem };
  const { timestamp, ...fields } = read.message;
  const got: Readonly<Record<string, string>> = { ...fields, timestamp: String(timestamp) };
  const compared = Object.fromEntries(Object.keys(want).map((name) => [name, got[name]]));
  return { got, difference: firstDifference(want, compared) };
}

async function checkSyslog({ format, message, want }: SyslogCase): Promise<Checked> {
  const read = FORMATS[format](message);
  if (!read.ok) return { got: read, difference: read.problem };
  const got = { labels: Object.fromEntries(labelsOf(read.message, true)), text: read.message.text };
  return { got, difference: firstDifference(want, got) };
}

const kindOf = <C extends ReadCase>(kind: string, check: (one: C) => Promise<Checked>): HostedKind => ({
  kind,
  vectors: join(conformanceFolder(), "vectors"),
  gaps: [],
  async judge(content) {
    const judgements: Judgement[] = [];
    for (const one of (content as { cases: readonly C[] }).cases) {
      const checked = await check(one).catch((error: unknown) => ({ got: undefined, difference: String(error) }));
      judgements.push({ name: one.name, tally: READ, ...judge(checked, undefined) });
    }
    return judgements;
  },
});

export const readKinds: readonly HostedKind[] = [
  kindOf("profile-labels", checkProfileLabels),
  kindOf("gelf", checkGelf),
  kindOf("syslog", checkSyslog),
];
