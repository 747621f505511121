/** A Loki that can be asked: its address, how it is reached, and the credentials of each request. */
import { messageOf } from "@sluice/languages/base";
import type { AskableLoki, LokiAnswer, LokiRequest } from "../core/component.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { KeptTransport, type KeptTransportOptions } from "../upstream/kept-transport.ts";
import { keepAccessError } from "../upstream/oauth2.ts";
import type { RequestHeaders } from "../upstream/request-headers.ts";
import type { Transport } from "../upstream/transport.ts";

export interface AskedLoki extends Omit<KeptTransportOptions, "home"> {
  /** Of its API, without credentials: what comes before `/loki/api/v1/`. */
  readonly url: string;
  /** Of the next request; throws or rejects as an endpoint's do. */
  headers(): RequestHeaders | Promise<RequestHeaders>;
  readonly scheduler: Pick<Scheduler, "after">;
}

/** Each request has a connection of its own: they are few. */
export function askableLoki({ url, headers, scheduler, ...way }: AskedLoki): AskableLoki {
  return {
    url,
    async get(request) {
      const connections = new KeptTransport({ ...way, home: url });
      try {
        const { values, secrets } = await headers();
        const transport = await connections.get();
        const all = { ...values, ...request.headers };
        return await send(transport, scheduler, { ...request, path: url + request.path, headers: all }, [
          ...secrets,
          ...transport.encoded,
        ]);
      } catch (error) {
        return { ok: false, message: keepAccessError(error).message };
      } finally {
        connections.retire();
      }
    },
  };
}

function send(
  transport: Transport,
  scheduler: Pick<Scheduler, "after">,
  { path: url, headers, timeout, most, signal }: LokiRequest,
  secrets: readonly string[],
): Promise<LokiAnswer> {
  return new Promise<LokiAnswer>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let giveUp = () => {};
    const end = (answer: LokiAnswer) => {
      cancel();
      signal.removeEventListener("abort", gone);
      resolve(answer);
    };
    const stop = (message: string) => {
      end({ ok: false, message });
      giveUp();
    };
    const gone = () => stop("nobody waits for it any more");
    const cancel = scheduler.after(timeout, () => stop(`no answer within ${Number(timeout) / 1e9} s`));
    signal.addEventListener("abort", gone);
    const whole = () => end({ ok: true, status, body: Buffer.concat(chunks), secrets });
    if (signal.aborted) return gone();
    try {
      giveUp = transport.send(
        { method: "GET", url, headers, body: undefined },
        {
          head(head, isWhole) {
            status = head.status;
            if (isWhole) whole();
          },
          data(chunk) {
            size += chunk.length;
            if (size > most) stop(`its answer is larger than ${most / 1024 / 1024} MiB; ask for less`);
            else chunks.push(Buffer.from(chunk));
          },
          end: whole,
          broken: ({ message }) => end({ ok: false, message }),
        },
      );
    } catch (error) {
      end({ ok: false, message: messageOf(error) });
    }
  });
}
