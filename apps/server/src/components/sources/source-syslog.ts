/**
 * `logs.source.syslog`: a listener for each block. One whose address stays keeps its connections when arguments change;
 * a new address is opened before anything of a new configuration counts. Nothing of what arrives can be read again.
 */
import { isDeepStrictEqual } from "node:util";
import { type ComponentArgs, LISTEN_PLACE, logsSourceSyslog, type Nanos, NO_METADATA, SECOND } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning, type Reserved, type TakeOver } from "../../core/component-record.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import type { Health } from "../../core/health.ts";
import { SourceLabels } from "../../core/source-labels.ts";
import { SparseLog } from "../../core/sparse-log.ts";
import { decodeBytes } from "../../core/text.ts";
import type { TlsSettings } from "../../http/request-server.ts";
import { readTls } from "../../http/tls-settings.ts";
import { timeLimit } from "../../platform/scheduler.ts";
import type { CiscoComponents } from "../../syslog/cisco.ts";
import { type Framing, LINES } from "../../syslog/frames.ts";
import { HostNames } from "../../syslog/host-names.ts";
import { type ListenerParts, type ListenerPlace, type ListenerUse, SyslogListener } from "../../syslog/listener.ts";
import { labelsOf, type ParseResult } from "../../syslog/message.ts";
import { parseRaw } from "../../syslog/raw.ts";
import { parse3164 } from "../../syslog/rfc3164.ts";
import { parse5424 } from "../../syslog/rfc5424.ts";
import { type Attempted, KeepingOpen } from "../listening/kept-listener.ts";

type Args = ComponentArgs<typeof logsSourceSyslog>;
type ListenerArgs = Args["listener"][number]["args"];

/** What is replaced has this long to hand on what it holds. */
const GRACE = 30n * SECOND;

interface Listening {
  readonly listener: SyslogListener;
  args: ListenerArgs;
}

export class SyslogSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #parts: ListenerParts;
  readonly #parsingErrors;
  readonly #empty;
  /** By protocol and address. */
  readonly #open = new Map<string, Listening>();
  readonly #reserved = new Map<string, Listening>();
  readonly #labels: SourceLabels;
  readonly #hosts = new HostNames();
  readonly #keeping: KeepingOpen;
  readonly #ending = new Set<Promise<number>>();
  #stopped = false;
  #endNow = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#endNow = resolve;
  });
  readonly #log: SparseLog;

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#log = new SparseLog(context);
    this.#keeping = new KeepingOpen({ context, name: "syslog", attempt: () => this.#attempt() });
    const counter = (name: string, help: string) =>
      context.metrics.counter(`${context.prefix}source_syslog_${name}_total`, help).with();
    const entries = counter("entries", "Total number of successful entries sent to the syslog target");
    this.#parsingErrors = counter("parsing_errors", "Total number of parsing errors while receiving syslog messages");
    this.#empty = counter("empty_messages", "Total number of empty messages received from syslog");
    const dropped = counter("dropped_datagrams", "Datagrams dropped because the receiver was full");
    this.#labels = new SourceLabels(
      args.relabel_rules?.rules,
      counter("relabel_dropped", "Messages that rules dropped"),
      context.faults,
    );
    this.#parts = {
      context,
      next,
      accepted: (count) => entries.add(count),
      dropped: () => {
        dropped.inc();
        this.#log.warn("datagrams are dropped, since the pipeline is full");
      },
      problem: (address, what) => {
        this.#parsingErrors.inc();
        this.#log.warn("a message of syslog cannot be read", { address, reason: what });
      },
    };
  }

  get health(): Health {
    return this.#keeping.health;
  }

  details(): Readonly<Record<string, unknown>> {
    return {
      listeners: [...this.#open.values()].map(({ listener }) => ({
        listening: listener.address,
        protocol: listener.place.protocol,
        ...(listener.place.protocol === "tcp"
          ? { connections: listener.connections, connections_waiting: listener.waiting }
          : { datagrams_waiting: listener.datagrams }),
      })),
    };
  }

  async start(): Promise<void> {
    await this.#keeping.follow();
  }

  /** Opens the addresses that are new, and reads certificates. */
  async reserve({ listener }: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    const got: string[] = [];
    let late = false;
    const release = async () => {
      for (const key of got) {
        const one = this.#reserved.get(key);
        this.#reserved.delete(key);
        await one?.listener.close(Promise.resolve());
      }
    };
    for (const { args } of listener) {
      const use = await this.#useOf(args);
      if (typeof use === "string") {
        await release();
        return { ok: false, message: use };
      }
      if (this.#open.has(keyOf(args))) continue;
      const place = placeOf(args);
      const owner =
        place.port === 0 ? undefined : this.#context.addresses.ownerOf(place.host, place.port, place.protocol);
      if (owner !== undefined && (owner === this.#context.id || isEnding(owner))) {
        late = true;
        continue;
      }
      const opened = await SyslogListener.open(place, use, this.#parts, false);
      if (!opened.ok) {
        await release();
        return opened;
      }
      this.#reserved.set(keyOf(args), { listener: opened.listener, args });
      got.push(keyOf(args));
    }
    return { ok: true, late, release };
  }

  update(args: Args): TakeOver {
    return () => {
      this.#args = args;
      this.#labels.rules = args.relabel_rules?.rules ?? [];
      return this.#keeping.follow();
    };
  }

  /** Listens as the arguments say, as far as addresses and certificates can be had. */
  async #attempt(): Promise<Attempted> {
    const wanted = new Map(this.#args.listener.map(({ args }) => [keyOf(args), args]));
    for (const [key, { listener }] of this.#open) {
      if (wanted.has(key)) continue;
      this.#open.delete(key);
      this.#end(listener);
    }
    const problems: string[] = [];
    for (const [key, args] of wanted) {
      const problem = await this.#listen(key, args);
      if (problem !== undefined) problems.push(problem);
    }
    const problem = problems.length === 0 ? undefined : problems.join("; ");
    return { problem, readsFiles: [...wanted.values()].some(readsFiles) };
  }

  async #listen(key: string, args: ListenerArgs): Promise<string | undefined> {
    const known = this.#open.get(key);
    const isKnown = known !== undefined && isDeepStrictEqual(known.args, args);
    if (isKnown && !readsFiles(args)) return undefined;
    const use = await this.#useOf(args);
    if (typeof use === "string") return use;
    // The end may come in the middle of an attempt: nothing may be opened after it.
    if (this.#stopped) return undefined;
    if (isKnown && isDeepStrictEqual(known.listener.tls, use.tls)) return undefined;
    const reserved = this.#reserved.get(key);
    this.#reserved.delete(key);
    const one = known ?? reserved;
    if (one !== undefined) {
      const problem = one.listener.change(use);
      if (problem !== undefined) return problem;
      one.args = args;
      one.listener.begin();
      this.#open.set(key, one);
    } else {
      const opened = await SyslogListener.open(placeOf(args), use, this.#parts);
      if (!opened.ok) return opened.message;
      if (this.#stopped) {
        await opened.listener.close(Promise.resolve());
        return undefined;
      }
      this.#open.set(key, { listener: opened.listener, args });
    }
    if (known === undefined) {
      const { address } = this.#open.get(key)!.listener;
      this.#context.log.write("info", "syslog is received", { address, protocol: args.protocol });
    }
    return undefined;
  }

  /** What is made of messages; a text says why that cannot be. */
  async #useOf(args: ListenerArgs): Promise<ListenerUse | string> {
    let tls: TlsSettings | undefined;
    if (args.tls_config !== undefined) {
      const { ca_pem: client_ca, ca_file: client_ca_file, ...own } = args.tls_config.args;
      const client_auth_type = client_ca === "" && client_ca_file === "" ? "" : "RequireAndVerifyClientCert";
      const asked = { ...own, client_ca, client_ca_file, client_auth_type, cipher_suites: "" };
      const read = await readTls(asked, this.#context.files);
      if (!read.ok) return read.message;
      tls = read.tls;
    }
    const fixed = [...args.labels].filter(([, value]) => value !== "");
    return {
      framing: framingOf(args),
      idle: args.idle_timeout,
      tls,
      entryOf: (message, address) => this.#entryOf(message, address, args, fixed),
    };
  }

  #entryOf(
    bytes: Buffer,
    address: string,
    args: ListenerArgs,
    fixed: readonly (readonly [string, string])[],
  ): LogEntry | undefined {
    const now = this.#context.scheduler.now();
    const text = decodeBytes(bytes, 0, bytes.length);
    const parsed = parse(text, args, now);
    if (!parsed.ok) {
      this.#parts.problem(address, parsed.problem);
      return undefined;
    }
    const { message } = parsed;
    if (message.text === "") {
      this.#empty.inc();
      if (!args.rfc5424_allow_empty_msg || args.syslog_format !== "rfc5424") return undefined;
    }
    const labels = this.#labels.finish(
      this.#labels.looksAtAll
        ? [
            ...fixed,
            ["__syslog_connection_ip_address", address],
            ["__syslog_connection_hostname", this.#hosts.nameOf(address)],
            ...labelsOf(message, args.label_structured_data),
          ]
        : fixed,
    );
    if (labels === undefined) return undefined;
    const isNew = args.syslog_format === "rfc5424";
    const keepsTime = args.use_incoming_timestamp && (isNew || args.rfc3164_default_to_current_year);
    return {
      labels,
      line: args.use_rfc5424_message && isNew ? text : message.text,
      timestamp: (keepsTime ? message.timestamp : undefined) ?? now,
      metadata: NO_METADATA,
    };
  }

  /** Lets a listener that was replaced hand on what it holds, with some grace. */
  #end(listener: SyslogListener): void {
    const grace = timeLimit(this.#context.scheduler, GRACE);
    const ending = this.#context.faults
      .settle("closing a listener", () => listener.close(Promise.race([grace.over, this.#ended])), 0)
      .finally(() => {
        grace.cancel();
        this.#ending.delete(ending);
      });
    this.#ending.add(ending);
  }

  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    void deadline.then(this.#endNow);
    await this.#keeping.stop(deadline);
    const listeners = [...this.#open.values(), ...this.#reserved.values()];
    const left = await Promise.all([...listeners.map(({ listener }) => listener.close(deadline)), ...this.#ending]);
    return left.reduce((sum, one) => sum + one, 0);
  }
}

const keyOf = ({ protocol, address }: ListenerArgs): string => `${protocol} ${address}`;

/** Whether its certificate is in files. */
const readsFiles = ({ tls_config }: ListenerArgs): boolean =>
  [tls_config?.args.cert_file, tls_config?.args.key_file, tls_config?.args.ca_file].some((file) => (file ?? "") !== "");

const NUL = 0;

function framingOf({ syslog_format, raw_format_options, max_message_length: longest }: ListenerArgs): Framing {
  if (syslog_format !== "raw") return { ...LINES, longest };
  const byZeros = raw_format_options?.args.use_null_terminator_delimiter === true;
  return { longest, raw: true, delimiter: byZeros ? NUL : LINES.delimiter };
}

function parse(
  text: string,
  { syslog_format, rfc3164_cisco_components: cisco }: ListenerArgs,
  now: Nanos,
): ParseResult {
  switch (syslog_format) {
    case "rfc5424":
      return parse5424(text);
    case "rfc3164":
      return parse3164(text, now, cisco && componentsOf(cisco.args));
    case "raw":
      return parseRaw(text);
  }
}

type CiscoArgs = NonNullable<ListenerArgs["rfc3164_cisco_components"]>["args"];

const componentsOf = ({ enable_all: all, ...one }: CiscoArgs): CiscoComponents => ({
  messageCounter: all || one.message_counter,
  sequenceNumber: all || one.sequence_number,
  hostname: all || one.hostname,
  secondFractions: all || one.second_fractions,
});

function placeOf({ protocol, address }: ListenerArgs): ListenerPlace {
  const [, inBrackets, host = "", port] = LISTEN_PLACE.exec(address)!;
  return { protocol, host: inBrackets ?? host, port: Number(port) };
}

export const sourceSyslogRecord = defineRunning({
  spec: logsSourceSyslog,
  build: ({ args, next, context }) => new SyslogSource(args, next, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
