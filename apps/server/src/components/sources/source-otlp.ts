/**
 * `logs.source.otlp`: OTLP for logs, over HTTP, and over gRPC where it has the block (`otlp-grpc.ts`). HTTP answers 200,
 * 400 (malformed), 408 (too slow), 413 (too much), 415 (another type or encoding), 429 (what comes after is full; the
 * client tries again), each with the body that OTLP asks for, in the type of the request. A body is taken whole or refused
 * whole, but for records that cannot be kept, which the answer counts.
 */
import { create, type DescMessage, type MessageInitShape, toBinary, toJson } from "@bufbuild/protobuf";
import { type ComponentArgs, LabelSet, logsSourceOtlp, MILLISECOND } from "@sluice/engine";
import type { Request, Response } from "express";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning, type Reserved, type TakeOver } from "../../core/component-record.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import { TENANT_HEADER, TENANT_LABEL, tenantOf } from "../../core/entries/tenant.ts";
import type { Health } from "../../core/health.ts";
import { decodeReplacing } from "../../core/text.ts";
import { StatusSchema } from "../../gen/google/rpc/status_pb.ts";
import { ExportLogsServiceResponseSchema } from "../../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import { codeOfStatus } from "../../grpc/status-codes.ts";
import { type AnswerLine, answerLine, onlyMethods } from "../../http/answers.ts";
import { decodeContent } from "../../http/body.ts";
import { BodyError, ClientGone } from "../../http/body-error.ts";
import { createRoutes } from "../../http/routes.ts";
import { partialSuccessOf, type Rejected } from "../../otlp/partial-success.ts";
import { readBinary, readJson } from "../../otlp/read-request.ts";
import { toEntries } from "../../otlp/to-entries.ts";
import { inSlices } from "../../platform/scheduler.ts";
import { HttpIntake } from "../listening/http-intake.ts";
import { passOn, pipelineFull } from "../listening/passing-on.ts";
import { OtlpGrpc } from "./otlp-grpc.ts";

const PATH = "/v1/logs";
/** What requests count under: as the path reads in metrics. */
const ROUTE = "v1_logs";
const OTHER = "other";
const BINARY = "application/x-protobuf";
const JSON_TYPE = "application/json";
/** Bytes in flight: so many bodies of the largest size, but this at least. */
const BODIES_IN_FLIGHT = 3;
const MIN_IN_FLIGHT = 64 * 1024 * 1024;

type Args = ComponentArgs<typeof logsSourceOtlp>;

export class OtlpSource implements RunningComponent {
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #requests;
  readonly #entries;
  readonly #rejected;
  readonly #intake: HttpIntake<Args>;
  readonly #grpc: OtlpGrpc | undefined;
  /** Bodies are read one after the other, since what they are read into takes memory as well. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#next = next;
    this.#context = context;
    const name = `${context.prefix}source_otlp_`;
    const { metrics } = context;
    this.#requests = metrics.counter(`${name}requests_total`, "Export requests by response status", ["status_code"]);
    this.#entries = metrics.counter(`${name}entries_total`, "Entries accepted").with();
    this.#rejected = metrics
      .counter(`${name}rejected_records_total`, "Log records left out of accepted requests")
      .with();
    this.#intake = new HttpIntake(args, {
      bytesInFlight,
      context,
      name: "OTLP",
      prefix: name,
      routes: [ROUTE, OTHER],
      handler: this.#createApp(),
    });
    if (args.grpc !== undefined)
      this.#grpc = new OtlpGrpc(args.grpc.args, {
        context,
        prefix: `${name}grpc_`,
        bodies: () => this.#intake.bodies,
        expectRoom: () => this.#expectRoom(),
        accept: (content, tenant, answerBy) => this.#export(content, BINARY, tenant, answerBy),
        answered: (status) => this.#requests.with(String(status)).inc(),
      });
  }

  get health(): Health {
    const { health } = this.#intake;
    return health.state === "healthy" ? (this.#grpc?.health ?? health) : health;
  }

  details(): Readonly<Record<string, unknown>> {
    return { ...this.#intake.details(), ...this.#grpc?.details() };
  }

  async start(): Promise<void> {
    await Promise.all([this.#intake.follow(), this.#grpc?.follow()]);
  }

  async reserve(args: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    const http = await this.#intake.reserve(args, isEnding);
    if (!http.ok || this.#grpc === undefined || args.grpc === undefined) return http;
    const grpc = await this.#grpc.reserve(args.grpc.args, isEnding);
    if (!grpc.ok) {
      await http.release();
      return grpc;
    }
    const release = async () => {
      await Promise.all([http.release(), grpc.release()]);
    };
    return { ok: true, late: http.late === true || grpc.late === true, release };
  }

  /** Undefined where gRPC comes or goes. */
  update(args: Args): TakeOver | undefined {
    if ((args.grpc === undefined) !== (this.#grpc === undefined)) return undefined;
    return async () => {
      this.#intake.takeOver(args);
      await Promise.all([this.#intake.follow(), args.grpc && this.#grpc?.takeOver(args.grpc.args)]);
    };
  }

  get #args(): Args {
    return this.#intake.args;
  }

  #createApp() {
    const failed = (error: unknown) => this.#context.faults.record("answering a request", error);
    const answer: AnswerLine = (response, status, line) => {
      this.#requests.with(String(status)).inc();
      const type = typeOf(response.req.headers["content-type"]);
      const { counted } = this.#intake.address;
      if (type === undefined) {
        counted.sent(response, Buffer.byteLength(line) + 1);
        answerLine(response, status, line);
        return;
      }
      const content = { code: codeOfStatus(status), message: line };
      counted.sent(response, answerMessage(response as Response, status, StatusSchema, content, type));
    };
    const notFound = `not found; send logs to POST ${PATH}`;
    return createRoutes({ failed, answer, notFound, strictPaths: true }, (routes) => {
      routes.use((request, response, next) => {
        this.#intake.address.counted.follow(request, response, request.path === PATH ? ROUTE : OTHER);
        next();
      });
      routes.post(PATH, (request, response) => this.#take(request, response));
      routes.all(PATH, onlyMethods("POST", answer));
    });
  }

  async #take(request: Request, response: Response): Promise<void> {
    const type = typeOf(request.headers["content-type"]);
    try {
      if (type === undefined) {
        const given = JSON.stringify(request.headers["content-type"] ?? "");
        throw new BodyError(415, `send ${BINARY} or ${JSON_TYPE}, not ${given}`);
      }
      this.#expectRoom();
      const limit = this.#args.max_request_body_size;
      const timeout = Number(this.#args.http.args.server_read_timeout / MILLISECOND);
      await this.#intake.bodies.take(request, { limit, timeout }, async (body, share) => {
        const { counted } = this.#intake.address;
        counted.received(response, body.length);
        const encoding = (request.headers["content-encoding"] ?? "").trim().toLowerCase();
        const content = await decodeContent(body, encoding, limit, share);
        const tenant = tenantOf(request.headers[TENANT_HEADER]);
        const told = partialSuccessOf(await this.#export(content, type, tenant, counted.answerBy(response)));
        this.#requests.with("200").inc();
        const sent = answerMessage(response, 200, ExportLogsServiceResponseSchema, told, type);
        counted.sent(response, sent);
      });
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      this.#context.log.write("debug", "a client disconnected in the middle of a request", { error });
    }
  }

  /** Resolves once the entries of a body were passed on. `answerBy` is as in `passOn`. */
  async #export(content: Buffer, type: string, tenant: string, answerBy: number | undefined): Promise<Rejected> {
    const { passedOn, ...told } = await this.#inTurn(() => this.#accept(content, type, tenant, answerBy));
    await passedOn;
    this.#rejected.add(told.rejected);
    return told;
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#reading.then(action);
    this.#reading = done.catch(() => {});
    return done;
  }

  /** Reads a body and begins to pass its entries on. The next body may be read while these are written to disk. */
  async #accept(
    content: Buffer,
    type: string,
    tenant: string,
    answerBy: number | undefined,
  ): Promise<Rejected & { readonly passedOn: Promise<void> }> {
    this.#expectRoom();
    const { scheduler } = this.#context;
    const scopes = type === BINARY ? readBinary(content) : readJson(decodeReplacing(content, 0, content.length));
    const added = [...this.#args.labels];
    const finish = (labels: LabelSet) => {
      const own = LabelSet.of([...labels.names.map((name, i) => [name, labels.values[i]!] as const), ...added]);
      const shown = own.filter((name, value) => value !== "" && !name.startsWith("__"));
      return tenant === "" ? shown : shown.with(TENANT_LABEL, tenant);
    };
    const { entries, rejected, reason } = await inSlices(toEntries(scopes, scheduler.now(), finish), scheduler);
    const how = { acknowledge: this.#args.acknowledge, answerBy, scheduler };
    const passedOn = passOn(this.#next, entries, how).then(() => this.#entries.add(entries.length));
    // Whoever waits for the body looks at it; until then it may already be refused.
    passedOn.catch(() => {});
    return { rejected, reason, passedOn };
  }

  /** While what comes after is full, nothing is read: it would be refused whatever it is. */
  #expectRoom(): void {
    if (this.#next.full) throw pipelineFull();
  }

  async drain(deadline: Promise<void>): Promise<number> {
    const [left] = await Promise.all([this.#intake.drain(deadline), this.#grpc?.close(deadline)]);
    return left;
  }
}

const bytesInFlight = ({ max_request_body_size: size, grpc }: Args): number =>
  Math.max(MIN_IN_FLIGHT, BODIES_IN_FLIGHT * Math.max(size, grpc?.args.max_recv_msg_size ?? 0));

/** The type of a request, which is that of its answer too; undefined where it is neither of the two. */
function typeOf(header: string | undefined): typeof BINARY | typeof JSON_TYPE | undefined {
  const type = header?.replace(/;.*/s, "").trim().toLowerCase();
  return type === BINARY || type === JSON_TYPE ? type : undefined;
}

/** Gives the bytes of the body. */
function answerMessage<D extends DescMessage>(
  response: Response,
  status: number,
  schema: D,
  content: MessageInitShape<D>,
  type: string,
): number {
  const message = create(schema, content);
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  const body = Buffer.from(type === BINARY ? toBinary(schema, message) : JSON.stringify(toJson(schema, message)));
  response.end(body);
  return body.length;
}

export const sourceOtlpRecord = defineRunning({
  spec: logsSourceOtlp,
  build: ({ args, next, context }) => new OtlpSource(args, next, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
