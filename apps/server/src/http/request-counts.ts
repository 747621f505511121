/** What is counted of requests: how many there are, how long they take, and how large they and their answers are. */
import type { MetricRegistry } from "@sluice/engine";

type Gauge = ReturnType<ReturnType<MetricRegistry["gauge"]>["with"]>;
type Histogram = ReturnType<ReturnType<MetricRegistry["histogram"]>["with"]>;

export interface RequestEnd {
  /** Of the answer; absent where none was sent. */
  readonly status: number | undefined;
  readonly seconds: number;
  /** Bytes of bodies. */
  readonly received: number;
  readonly sent: number;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100];
const MEGABYTE = 1024 * 1024;
const BYTES = [1, 2.5, 5, 10, 25, 50, 100, 250].map((megabytes) => megabytes * MEGABYTE);
/** What the original counts where the client went away before it was answered. */
export const NO_ANSWER = 499;

/** The cells of one method and route, looked up once. */
export interface RequestCells {
  readonly labels: readonly string[];
  readonly inFlight: Gauge;
  readonly received: Histogram;
  readonly sent: Histogram;
  readonly durations: Map<number, Histogram>;
}

/** `Route` is what a request counts under: paths of clients are not bounded, routes are. */
export class RequestCounts<Route extends string> {
  readonly #inFlight;
  readonly #durations;
  readonly #received;
  readonly #sent;
  /** By route, and then by method. */
  readonly #cells: ReadonlyMap<Route, Map<string, RequestCells>>;

  /** `prefix` is of the names: `profiles_receive_http_`. */
  constructor(metrics: MetricRegistry, prefix: string, routes: readonly Route[]) {
    this.#cells = new Map(routes.map((route) => [route, new Map<string, RequestCells>()]));
    const labels = ["method", "route"];
    this.#inFlight = metrics.gauge(`${prefix}inflight_requests`, "Current number of inflight requests.", labels);
    this.#durations = metrics.histogram(
      `${prefix}request_duration_seconds`,
      "Time (in seconds) spent serving HTTP requests.",
      SECONDS,
      [...labels, "status_code", "ws"],
    );
    this.#received = metrics.histogram(
      `${prefix}request_message_bytes`,
      "Size (in bytes) of messages received in the request.",
      BYTES,
      labels,
    );
    this.#sent = metrics.histogram(
      `${prefix}response_message_bytes`,
      "Size (in bytes) of messages sent in response.",
      BYTES,
      labels,
    );
  }

  /** Gives what `end` has to be told. */
  begin(method: string, route: Route): RequestCells {
    const cells = this.#cells.get(route)!.get(method) ?? this.#make(method, route);
    cells.inFlight.add(1);
    return cells;
  }

  end(cells: RequestCells, { status = NO_ANSWER, seconds, received, sent }: RequestEnd): void {
    cells.inFlight.add(-1);
    cells.received.observe(received);
    cells.sent.observe(sent);
    let duration = cells.durations.get(status);
    if (duration === undefined) {
      duration = this.#durations.with(...cells.labels, String(status), "false");
      cells.durations.set(status, duration);
    }
    duration.observe(seconds);
  }

  #make(method: string, route: Route): RequestCells {
    const cells = {
      labels: [method, route],
      inFlight: this.#inFlight.with(method, route),
      received: this.#received.with(method, route),
      sent: this.#sent.with(method, route),
      durations: new Map(),
    };
    this.#cells.get(route)!.set(method, cells);
    return cells;
  }
}
