/** Kinds of cases that are read from documentation: what components do to labels of profiles, and messages of GELF. */
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { firstDifference, type HostedKind, type Judgement, judge, READ } from "@sluice/engine/conformance";
import type { ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import { readGelf } from "../src/gelf/message.ts";
import { StopSource } from "../src/platform/stop-signal.ts";
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
];
