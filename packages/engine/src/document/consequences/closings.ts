/** Ports that close or change, and the effect on clients. */
import type { ComponentSpec } from "../../components/component-spec.ts";
import type { Listened } from "../../components/shared/outside.ts";
import type { ComponentNode } from "../component-node.ts";
import { EVERY } from "../diagnostics/shared-ports.ts";
import { type Consequence, listed } from "./consequence.ts";

interface Listener extends Listened {
  readonly id: string;
  readonly spec: ComponentSpec;
}

const REFUSED = "get connection refused";
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

/** What listens on one port. */
class OnPort {
  readonly #everywhere: Listener[] = [];
  readonly #byAddress = new Map<string, Listener[]>();
  readonly #addresses = new Set<string>();
  /** Whether other machines reach none of it. */
  isLocal = true;

  add(one: Listener): void {
    this.#addresses.add(one.address);
    this.isLocal &&= LOCAL.test(one.address);
    if (EVERY.has(one.address)) this.#everywhere.push(one);
    else {
      const address = plain(one.address);
      this.#byAddress.set(address, [...(this.#byAddress.get(address) ?? []), one]);
    }
  }

  covering(address: string): readonly Listener[] {
    return [...this.#everywhere, ...(this.#byAddress.get(plain(address)) ?? [])];
  }

  /** Where it can be reached, as a text. */
  get addresses(): string {
    return listed([...this.#addresses]);
  }
}

/** Effects on clients of the listeners of `before`. */
export function* closings(
  before: readonly ComponentNode[],
  after: readonly ComponentNode[],
): Generator<void, readonly Consequence[]> {
  const open = new Map<string, OnPort>();
  /** By component and transport: the first place where it did not listen before. */
  const first = new Map<string, Listener>();
  const old = new Set(before.flatMap(listenersOf).map(placeOf));
  for (const one of after.flatMap(listenersOf)) {
    const port = open.get(keyOf(one)) ?? new OnPort();
    open.set(keyOf(one), port);
    port.add(one);
    const place = `${one.transport} ${one.id}`;
    if (!first.has(place) && !old.has(placeOf(one))) first.set(place, one);
    yield;
  }
  const found: Consequence[] = [];
  for (const one of before.flatMap(listenersOf)) {
    const text = noticed(one, open.get(keyOf(one)), first.get(`${one.transport} ${one.id}`));
    if (text !== undefined) found.push({ component: one.id, loses: true, ...text });
    yield;
  }
  return found;
}

const listenersOf = ({ id, spec, args }: ComponentNode): Listener[] =>
  (spec.listens?.at(args) ?? []).map((place) => ({ ...place, id, spec }));

const placeOf = (one: Listener): string => `${one.id} ${one.address} ${keyOf(one)}`;

/** A free port differs at each start, so that only its own component counts. */
const keyOf = ({ id, port, transport }: Listener): string => `${transport} ${port === 0 ? id : port}`;

/** `open`: those on its port. `moved`: where the same component listens now, if it does. */
function noticed(
  one: Listener,
  open: OnPort | undefined,
  moved: Listener | undefined,
): Pick<Consequence, "kind" | "text"> | undefined {
  const { who, serves } = one.spec.listens!;
  const port = nameOf(one);
  if (open === undefined) {
    const now = moved === undefined ? "" : ` (${one.id} listens on ${lower(nameOf(moved))} instead)`;
    const what = one.transport === "UDP" ? "what is sent to it is lost, and senders don't notice" : `${who} ${REFUSED}`;
    return { kind: "listener-closes", text: `${port} closes${now}: ${what}.` };
  }
  const covering = open.covering(one.address);
  if (covering.length === 0) {
    const from = open.isLocal ? " from other machines" : " at another address";
    return {
      kind: "listener-changes",
      text: `${port} stays open on ${open.addresses} alone: ${who}${from} ${REFUSED}.`,
    };
  }
  const same = covering.filter(({ spec }) => spec === one.spec);
  if (same.length === 0) {
    const instead = covering[0]!.spec.listens!.serves;
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

const plain = (address: string): string => address.toLowerCase().replace(/^localhost$/, "127.0.0.1");

function nameOf({ port, transport, address }: Listened): string {
  const number = port === 0 ? "The free port" : `${transport === "UDP" ? "UDP port" : "Port"} ${port}`;
  return EVERY.has(address) || LOCAL.test(address) ? number : `${number} on ${address}`;
}

const lower = (text: string): string => text.replace(/^[PT](?=[a-z])/, (letter) => letter.toLowerCase());
