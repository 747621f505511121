/**
 * OTLP over gRPC, of `logs.source.otlp`: what a call carries is read as a body over HTTP is, and answered with the status
 * that OTLP asks for. A client that is refused for lack of room gets UNAVAILABLE, and when to try again.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { type ComponentArgs, GRPC_BOUNDS, type logsSourceOtlp, MILLISECOND, type Nanos } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import type { Reserved } from "../../core/component-record.ts";
import { TENANT_HEADER, tenantOf } from "../../core/entries/tenant.ts";
import type { Health } from "../../core/health.ts";
import {
  ExportLogsServiceResponseSchema,
  LogsService,
} from "../../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import { answerMessage, isGrpc, refuseCall, takeMessage } from "../../grpc/unary.ts";
import { answerLine } from "../../http/answers.ts";
import { BodyError, CLIENT_GONE, ClientGone } from "../../http/body-error.ts";
import type { BodyIntake } from "../../http/body-intake.ts";
import type { SessionLimits } from "../../http/connections/sessions.ts";
import { partialSuccessOf, type Rejected } from "../../otlp/partial-success.ts";
import { KeptAddress } from "../listening/kept-listener.ts";

const PATH = `/${LogsService.typeName}/${LogsService.method.export.name}`;
/** What calls count under. */
const ROUTE = "export";
const OTHER = "other";

type GrpcArgs = NonNullable<ComponentArgs<typeof logsSourceOtlp>["grpc"]>["args"];

export interface OtlpGrpcOptions {
  readonly context: ComponentContext;
  /** Of its metrics' names. */
  readonly prefix: string;
  readonly bodies: () => BodyIntake;
  /** Throws while what comes after is full. */
  expectRoom(): void;
  /** Takes what a call carries, whole or not at all. `answerBy` is as in `passOn`. */
  accept(content: Buffer, tenant: string, answerBy: number | undefined): Promise<Rejected>;
  /** Counts an answer, by the status of HTTP that means the same. */
  answered(status: number): void;
}

export class OtlpGrpc {
  readonly #options: OtlpGrpcOptions;
  readonly #address: KeptAddress<GrpcArgs>;
  #args: GrpcArgs;
  #calls = 0;

  constructor(args: GrpcArgs, options: OtlpGrpcOptions) {
    const { context, prefix } = options;
    this.#args = args;
    this.#options = options;
    this.#address = new KeptAddress<GrpcArgs>({
      context,
      name: "OTLP over gRPC",
      prefix,
      protocol: "grpc",
      routes: [ROUTE, OTHER],
      handler: (request, response) => this.#answer(request, response),
      more: (asked) => ({ http2: "only", sessions: sessionLimits(asked) }),
    });
  }

  get health(): Health {
    return this.#address.health;
  }

  details(): Readonly<Record<string, unknown>> {
    const details = Object.entries(this.#address.details ?? {});
    return Object.fromEntries(details.map(([name, value]) => [`grpc_${name}`, value]));
  }

  follow(): Promise<void> {
    return this.#address.follow(this.#args);
  }

  reserve(args: GrpcArgs, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#address.reserve(args, isEnding);
  }

  takeOver(args: GrpcArgs): Promise<void> {
    this.#args = args;
    return this.follow();
  }

  close(deadline: Promise<void>): Promise<void> {
    return this.#address.close(deadline);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { counted } = this.#address;
    const isExport = request.url === PATH;
    counted.follow(request, response, isExport ? ROUTE : OTHER);
    if (request.method !== "POST" || !isGrpc(request)) {
      this.#options.answered(415);
      return answerLine(response, 415, "send gRPC: POST with the type application/grpc");
    }
    this.#calls++;
    response.once("close", () => this.#calls--);
    try {
      if (!isExport) throw new BodyError(404, `there is no ${request.url}; logs are exported by ${PATH}`);
      if (this.#calls > GRPC_BOUNDS.calls) throw new BodyError(429, "too many calls at a time; try again later");
      await this.#take(request, response);
    } catch (error) {
      if (error instanceof ClientGone) {
        this.#options.context.log.write("debug", "a client ended a call before its message had arrived", { error });
        return;
      }
      const known = error instanceof BodyError;
      if (!known) this.#options.context.faults.record("answering a call", error);
      const status = known ? error.status : 500;
      this.#options.answered(status);
      const message = known ? error.message : "internal error; see the server's log";
      if (!isGone(response)) counted.sent(response, refuseCall(response, status, message));
    }
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bodies, expectRoom, accept, answered } = this.#options;
    const { counted } = this.#address;
    expectRoom();
    const limits = {
      limit: this.#args.max_recv_msg_size,
      timeout: millisecondsOf(this.#args.server_read_timeout),
    };
    await takeMessage(request, bodies(), limits, async (message) => {
      counted.received(response, message.length);
      // A client that has given up sends the same again.
      if (isGone(response)) throw CLIENT_GONE;
      const tenant = tenantOf(request.headers[TENANT_HEADER]);
      const told = partialSuccessOf(await accept(message, tenant, counted.answerBy(response)));
      answered(200);
      const content = toBinary(ExportLogsServiceResponseSchema, create(ExportLogsServiceResponseSchema, told));
      if (!isGone(response)) counted.sent(response, answerMessage(response, content));
    });
  }
}

/** Whether the client ended the call: an answer of HTTP/2 knows that by its stream alone. */
const isGone = (response: ServerResponse): boolean => (response as unknown as Http2ServerResponse).stream.destroyed;

const millisecondsOf = (time: Nanos): number => Number(time / MILLISECOND);

function sessionLimits({ max_concurrent_streams: streams, keepalive }: GrpcArgs): SessionLimits {
  const { max_connection_idle, max_connection_age, max_connection_age_grace, time, timeout } =
    keepalive.args.server_parameters.args;
  return {
    streams,
    quiet: millisecondsOf(max_connection_idle),
    age: millisecondsOf(max_connection_age),
    ageGrace: millisecondsOf(max_connection_age_grace),
    pingAfter: millisecondsOf(time),
    pingTimeout: millisecondsOf(timeout),
  };
}
