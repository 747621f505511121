/** `logs.source.gelf`: datagrams of one address. Nothing of what arrives can be read again. */
import { type ComponentArgs, LISTEN_PLACE, logsSourceGelf, type Nanos, NO_METADATA } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning, type Reserved, type TakeOver } from "../../core/component-record.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import type { Health } from "../../core/health.ts";
import { SourceLabels } from "../../core/source-labels.ts";
import { SparseLog } from "../../core/sparse-log.ts";
import { DatagramListener, type DatagramParts, type DatagramPlace } from "../../datagrams/listener.ts";
import { ChunkAssembly } from "../../gelf/chunks.ts";
import { readGelf } from "../../gelf/message.ts";
import { shownPlace } from "../../http/address.ts";
import { type Attempted, KeepingOpen } from "../listening/kept-listener.ts";

type Args = ComponentArgs<typeof logsSourceGelf>;

export class GelfSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #parts: DatagramParts;
  readonly #parsingErrors;
  readonly #labels: SourceLabels;
  readonly #chunks: ChunkAssembly;
  readonly #keeping: KeepingOpen;
  #listener: DatagramListener | undefined;
  #reserved: DatagramListener | undefined;
  #cancelTimer: (() => void) | undefined;
  #stopped = false;
  readonly #log: SparseLog;

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#log = new SparseLog(context);
    this.#keeping = new KeepingOpen({ context, name: "GELF", attempt: () => this.#attempt() });
    const counter = (name: string, help: string) => context.metrics.counter(`gelf_target_${name}_total`, help).with();
    const entries = counter("entries", "Total number of successful entries sent to the GELF target");
    this.#parsingErrors = counter("parsing_errors", "Total number of parsing errors while receiving GELF messages");
    const dropped = counter("dropped_datagrams", "Datagrams dropped because the receiver was full");
    this.#labels = new SourceLabels(
      args.relabel_rules?.rules,
      counter("relabel_dropped", "Messages that rules dropped"),
      context.faults,
    );
    this.#chunks = new ChunkAssembly((sender) => this.#problem(sender, "a message is incomplete"));
    this.#parts = {
      context,
      next,
      accepted: (count) => entries.add(count),
      dropped: () => {
        dropped.inc();
        this.#log.warn("datagrams are dropped, since the pipeline is full");
      },
      entryOf: (datagram, address) => this.#entryOf(datagram, address),
    };
  }

  get health(): Health {
    return this.#keeping.health;
  }

  details(): Readonly<Record<string, unknown>> {
    if (this.#listener === undefined) return {};
    return {
      listening: shownPlace(this.#listener.info),
      datagrams_waiting: this.#listener.waiting,
      incomplete_messages: this.#chunks.waiting,
    };
  }

  async start(): Promise<void> {
    await this.#keeping.follow();
  }

  /** Opens the address of one that does not listen yet. */
  async reserve(args: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    const place = placeOf(args);
    const owner = place.port === 0 ? undefined : this.#context.addresses.ownerOf(place.host, place.port, "udp");
    const release = async () => {
      const reserved = this.#reserved;
      this.#reserved = undefined;
      await reserved?.close(Promise.resolve());
    };
    if (this.#listener !== undefined) return { ok: true, release };
    if (owner !== undefined && isEnding(owner)) return { ok: true, late: true, release };
    const opened = await DatagramListener.open(place, this.#parts, false);
    if (!opened.ok) return opened;
    this.#reserved = opened.listener;
    return { ok: true, release };
  }

  /** Another address is another source. */
  update(args: Args): TakeOver | undefined {
    if (args.listen_address !== this.#args.listen_address) return undefined;
    return () => {
      this.#args = args;
      this.#labels.rules = args.relabel_rules?.rules ?? [];
    };
  }

  async #attempt(): Promise<Attempted> {
    if (this.#listener !== undefined) return { problem: undefined, readsFiles: false };
    let listener = this.#reserved;
    this.#reserved = undefined;
    if (listener === undefined) {
      const opened = await DatagramListener.open(placeOf(this.#args), this.#parts);
      if (!opened.ok) return { problem: opened.message, readsFiles: false };
      listener = opened.listener;
    }
    // The end may come in the middle of an attempt.
    if (this.#stopped) await listener.close(Promise.resolve());
    else {
      this.#listener = listener;
      listener.begin();
      this.#context.log.write("info", "GELF is received", { address: this.details().listening });
    }
    return { problem: undefined, readsFiles: false };
  }

  #entryOf(datagram: Buffer, address: string): LogEntry | undefined {
    const now = this.#context.scheduler.now();
    const assembled = this.#chunks.take(datagram, address, now);
    this.#armTimer(now);
    if (assembled.kind === "waits") return undefined;
    const read =
      assembled.kind === "bad" ? { ok: false as const, problem: assembled.problem } : readGelf(assembled.message);
    if (!read.ok) {
      this.#problem(address, read.problem);
      return undefined;
    }
    const { line, timestamp, level, host, version, facility } = read.message;
    const job = ["job", this.#context.id] as const;
    const labels = this.#labels.finish(
      this.#labels.looksAtAll
        ? [
            job,
            ["__gelf_message_level", level],
            ["__gelf_message_host", host],
            ["__gelf_message_version", version],
            ["__gelf_message_facility", facility],
          ]
        : [job],
    );
    if (labels === undefined) return undefined;
    const kept = this.#args.use_incoming_timestamp ? timestamp : undefined;
    return { labels, line, timestamp: kept ?? now, metadata: NO_METADATA };
  }

  /** For the oldest message that is incomplete. */
  #armTimer(now: Nanos): void {
    const end = this.#chunks.nextEnd;
    if (end === undefined || this.#cancelTimer !== undefined || this.#stopped) return;
    this.#cancelTimer = this.#context.scheduler.after(end > now ? end - now : 0n, () => {
      this.#cancelTimer = undefined;
      const later = this.#context.scheduler.now();
      this.#chunks.expire(later);
      this.#armTimer(later);
    });
  }

  #problem(address: string, reason: string): void {
    this.#parsingErrors.inc();
    this.#log.warn("a message of GELF cannot be read", { address, reason });
  }

  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await this.#keeping.stop(deadline);
    const open = [this.#listener, this.#reserved].flatMap((one) => one ?? []);
    this.#listener = undefined;
    this.#reserved = undefined;
    const left = await Promise.all(open.map((one) => one.close(deadline)));
    return left.reduce((sum, one) => sum + one, 0);
  }
}

function placeOf({ listen_address }: Args): DatagramPlace {
  const [, inBrackets, host = "", port] = LISTEN_PLACE.exec(listen_address)!;
  return { host: inBrackets ?? host, port: Number(port) };
}

export const sourceGelfRecord = defineRunning({
  spec: logsSourceGelf,
  build: ({ args, next, context }) => new GelfSource(args, next, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
