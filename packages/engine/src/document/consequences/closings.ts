/** Ports that close or change, and what clients notice of it. */
import type { ComponentSpec } from "../../components/component-spec.ts";
import type { ComponentNode } from "../component-node.ts";
import { EVERY } from "../shared-ports.ts";
import type { Consequence } from "./consequence.ts";
import { clientsOf, type Listened, listenedBy } from "./outside.ts";

interface Listener extends Listened {
  readonly id: string;
  readonly spec: ComponentSpec;
}

const REFUSED = "get connection refused";
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

/** What those notice who send to the listeners of `before`. */
export function closings(before: readonly ComponentNode[], after: readonly ComponentNode[]): Consequence[] {
  const open = new Map<string, Listener[]>();
  for (const one of after.flatMap(listenersOf)) {
    const key = keyOf(one);
    const others = open.get(key);
    if (others === undefined) open.set(key, [one]);
    else others.push(one);
  }
  const byId = new Map(after.map((one) => [one.id, one]));
  return before.flatMap(listenersOf).flatMap((one) => {
    const now = byId.get(one.id);
    const text = noticed(one, open.get(keyOf(one)) ?? [], now === undefined ? [] : listenersOf(now));
    return text === undefined ? [] : [{ component: one.id, loses: true, ...text }];
  });
}

const listenersOf = ({ id, spec, args }: ComponentNode): Listener[] =>
  listenedBy(spec, args).map((place) => ({ ...place, id, spec }));

/** A free port is another at each start, so that only its own component has it. */
const keyOf = ({ id, port, transport }: Listener): string => `${transport} ${port === 0 ? id : port}`;

/** `open`: those on its port. `moved`: where the same component listens now. */
function noticed(
  one: Listener,
  open: readonly Listener[],
  moved: readonly Listener[],
): Pick<Consequence, "kind" | "text"> | undefined {
  const { who, serves } = clientsOf(one.spec)!;
  const port = nameOf(one);
  const covering = open.filter(({ address }) => covers(address, one.address));
  if (open.length === 0) {
    const place = moved.find(({ transport }) => transport === one.transport);
    const now = place === undefined ? "" : ` (${one.id} listens on ${lower(nameOf(place))} instead)`;
    const what = one.transport === "UDP" ? "what is sent to it is lost, and senders don't notice" : `${who} ${REFUSED}`;
    return { kind: "listener-closes", text: `${port} closes${now}: ${what}.` };
  }
  if (covering.length === 0) {
    const left = [...new Set(open.map(({ address }) => address))].join(", ");
    const from = open.every(({ address }) => LOCAL.test(address)) ? " from other machines" : " at another address";
    return { kind: "listener-changes", text: `${port} stays open on ${left} alone: ${who}${from} ${REFUSED}.` };
  }
  const same = covering.filter(({ spec }) => spec === one.spec);
  if (same.length === 0) {
    const instead = clientsOf(covering[0]!.spec)!.serves;
    return { kind: "listener-changes", text: `${port} serves ${instead} instead of ${serves}: ${who} get errors.` };
  }
  if (same.some(({ tls }) => tls === one.tls)) return undefined;
  return {
    kind: "listener-changes",
    text: one.tls
      ? `${port} no longer speaks TLS: ${who} over TLS get errors.`
      : `${port} speaks TLS only: ${who} without TLS get errors.`,
  };
}

const covers = (now: string, before: string): boolean => EVERY.has(now) || plain(now) === plain(before);

const plain = (address: string): string => address.toLowerCase().replace(/^localhost$/, "127.0.0.1");

function nameOf({ port, transport, address }: Listened): string {
  const number = port === 0 ? "The free port" : `${transport === "UDP" ? "UDP port" : "Port"} ${port}`;
  return EVERY.has(address) || LOCAL.test(address) ? number : `${number} on ${address}`;
}

const lower = (text: string): string => text.replace(/^[PT](?=[a-z])/, (letter) => letter.toLowerCase());
