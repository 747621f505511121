/**
 * What a component touches outside of the server: where it listens, what it reads, where it sends. Two components that touch
 * the same do the same work for those outside, whatever they are called.
 */

import { normalPath } from "../../base/glob.ts";
import { hideSecrets } from "../../base/secrets.ts";
import type { ComponentSpec } from "../../components/component-spec.ts";
import { localFileMatch } from "../../components/discovery/local-file-match.ts";
import { profilesReceiveHttp } from "../../components/profiles/profiles-receive-http.ts";
import { profilesSourceDemo } from "../../components/profiles/profiles-source-demo.ts";
import { profilesWrite } from "../../components/profiles/profiles-write.ts";
import { logsEcho } from "../../components/sinks/echo.ts";
import { logsWrite } from "../../components/sinks/write.ts";
import { logsWriteFile } from "../../components/sinks/write-file.ts";
import { logsSourceApi } from "../../components/sources/source-api.ts";
import { logsSourceDemo } from "../../components/sources/source-demo.ts";
import { logsSourceDocker } from "../../components/sources/source-docker.ts";
import { logsSourceFile } from "../../components/sources/source-file.ts";
import { logsSourceJournal } from "../../components/sources/source-journal.ts";
import { logsSourceOtlp } from "../../components/sources/source-otlp.ts";
import { logsSourceStdin } from "../../components/sources/source-stdin.ts";
import { LISTEN_PLACE, logsSourceSyslog } from "../../components/sources/source-syslog.ts";
import { decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { ComponentNode } from "../component-node.ts";
import { listenPlace } from "../diagnostics/shared-ports.ts";
import { filesOf, journalOf, type Thing, thing } from "./things.ts";

type Args = Readonly<Record<string, unknown>>;

/** Where a component listens. Port 0: whatever is free. */
export interface Listened {
  readonly address: string;
  readonly port: number;
  readonly transport: "TCP" | "UDP";
  readonly tls: boolean;
}

/** Whoever pushes to a listener, and how. */
interface Clients {
  /** `clients that push logs to it`. */
  readonly who: string;
  /** What it serves: `the push API of Loki`. */
  readonly serves: string;
}

interface Touching {
  readonly of: (args: Args) => readonly Thing[];
  /** What happens when nobody touches these any more, as a sentence. */
  readonly gone: (things: string, many: boolean) => string;
  /** The same where some of each may still be touched. */
  readonly partly?: (things: string, many: boolean) => string;
  /** How far it has read is kept under the component's name. */
  readonly remembers?: boolean;
}

const LISTENERS: ReadonlyMap<string, Clients> = new Map([
  [logsSourceApi.name, { who: "clients that push logs to it", serves: "Loki's push API" }],
  [logsSourceOtlp.name, { who: "applications that send logs to it by OTLP", serves: "OTLP" }],
  [logsSourceSyslog.name, { who: "devices that send syslog to it", serves: "syslog" }],
  [profilesReceiveHttp.name, { who: "profilers that push to it", serves: "the push API for profiles" }],
]);

const noLonger = (verb: string) => (things: string, many: boolean) =>
  `${things} ${many ? "are" : "is"} no longer ${verb}.`;
const notSent = (things: string) => `Nothing is sent to ${things} any more.`;
const readInPart = (things: string, many: boolean) =>
  `${things} may no longer be read in full: what is read instead doesn't cover all of ${many ? "them" : "it"}.`;
/** With another password it is the same address. */
const endpoints = ({ endpoint }: Args) =>
  blocksOf(endpoint).map(({ url }) => thing(hideSecrets(textOf(url), { whole: true })));

const TOUCHING: ReadonlyMap<string, Touching> = new Map<string, Touching>([
  [
    logsSourceFile.name,
    { of: ({ targets }) => targetsOf(targets), gone: noLonger("read"), partly: readInPart, remembers: true },
  ],
  [
    logsSourceDocker.name,
    {
      of: ({ host }) => [thing(`the containers of ${textOf(host)}`)],
      gone: (things) => noLonger("read")(things, true),
      remembers: true,
    },
  ],
  [
    logsSourceJournal.name,
    {
      of: ({ path, matches }) => [journalOf(textOf(path), textOf(matches))],
      gone: noLonger("read"),
      partly: readInPart,
      remembers: true,
    },
  ],
  [logsSourceStdin.name, { of: () => [thing("standard input")], gone: noLonger("read") }],
  [logsSourceDemo.name, { of: () => [thing("demo lines")], gone: () => "Demo lines are no longer made." }],
  [profilesSourceDemo.name, { of: () => [thing("demo profiles")], gone: () => "Demo profiles are no longer made." }],
  [logsWrite.name, { of: endpoints, gone: notSent }],
  [profilesWrite.name, { of: endpoints, gone: notSent }],
  [
    logsWriteFile.name,
    { of: ({ path }) => [thing(textOf(path), normalPath(textOf(path)))], gone: noLonger("written") },
  ],
  [logsEcho.name, { of: () => [thing("entries")], gone: () => "Entries are no longer printed." }],
]);

export const clientsOf = ({ name }: ComponentSpec): Clients | undefined => LISTENERS.get(name);

/** What each component touches outside; for a source of files with what `local.file_match` finds for it, however it gets there. */
export function outsideOf(components: readonly ComponentNode[]): ReadonlyMap<string, readonly Thing[]> {
  const byId = new Map(components.map((one) => [one.id, one]));
  return new Map(
    components.flatMap((one): [string, readonly Thing[]][] => {
      const touching = touchingOf(one.spec);
      if (touching === undefined) return [];
      const found = one.spec.name === logsSourceFile.name ? usedBy(one, byId).flatMap(patternsOf) : [];
      return [[one.id, [...touching.of(one.args), ...found]]];
    }),
  );
}

const patternsOf = ({ spec, args }: ComponentNode): Thing[] =>
  spec.name === localFileMatch.name ? targetsOf(args.path_targets) : [];

/** Components whose values it uses, also by way of others. */
function usedBy({ uses }: ComponentNode, byId: ReadonlyMap<string, ComponentNode>): ComponentNode[] {
  const found = new Map<string, ComponentNode>();
  const waiting = [...uses];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const one = byId.get(id);
    if (one === undefined || found.has(id)) continue;
    found.set(id, one);
    waiting.push(...one.uses);
  }
  return [...found.values()];
}

export const touchingOf = ({ name }: ComponentSpec): Touching | undefined => TOUCHING.get(name);

/** Where a component with these arguments listens. */
export function listenedBy(spec: ComponentSpec, args: Args): Listened[] {
  if (!LISTENERS.has(spec.name)) return [];
  if (spec.name === logsSourceSyslog.name)
    return blocksOf(args.listener).flatMap(({ address, protocol, tls_config }): Listened[] => {
      const [, inBrackets, host = "", port] = LISTEN_PLACE.exec(textOf(address)) ?? [];
      if (port === undefined) return [];
      const where = { address: inBrackets ?? host, port: Number(port) };
      return protocol === "udp"
        ? [{ ...where, transport: "UDP", tls: false }]
        : [{ ...where, transport: "TCP", tls: hasCertificate(tls_config) }];
    });
  const place = listenPlace(args);
  const { tls } = decodedBlocks(args.http)[0]?.args ?? {};
  return place === undefined ? [] : [{ ...place, transport: "TCP", tls: hasCertificate(tls) }];
}

function hasCertificate(tls: unknown): boolean {
  const { cert_pem: pem, cert_file: file } = decodedBlocks(tls)[0]?.args ?? {};
  return textOf(pem) !== "" || textOf(file) !== "";
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const blocksOf = (value: unknown): Args[] =>
  Array.isArray(value) ? value.map(({ args }: { args?: Args }) => args ?? {}) : [];

/** What targets name; none where others find them. */
const targetsOf = (targets: unknown): Thing[] =>
  Array.isArray(targets) ? targets.flatMap((target: unknown) => (target instanceof Map ? filesOf(target) : [])) : [];
