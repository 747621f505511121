/**
 * Files of the built page, which stand compressed beside themselves (`app.js`, `app.js.br`, `app.js.gz`): each client
 * gets the smallest that it takes. What asks for a part of a file gets it of the plain one.
 */
import type { RequestHandler, Response } from "express";
import express from "express";

type Encoding = "br" | "gzip";
/** The smaller first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];
const SUFFIX: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" };
/** How many names of an Accept-Encoding header are looked at. */
const MAX_NAMES = 32;

export interface PageFilesOptions {
  readonly immutable?: boolean;
  readonly maxAge?: string;
  readonly cacheControl?: boolean;
  /** Whether others may answer what is not there; otherwise it is an error. */
  readonly fallthrough?: boolean;
  /** `path`: of the file as it is without compression. */
  readonly setHeaders: (response: Response, path: string) => void;
}

/** Serves the files below `folder`, and `index.html` for it. */
export function pageFiles(folder: string, { setHeaders, ...options }: PageFilesOptions): RequestHandler {
  const plain = express.static(folder, { ...options, setHeaders });
  const compressed = (encoding: Encoding) =>
    express.static(folder, {
      ...options,
      fallthrough: true,
      index: false,
      redirect: false,
      setHeaders(response: Response, path: string) {
        const original = path.slice(0, -SUFFIX[encoding].length);
        response.type(original.slice(original.lastIndexOf(".")));
        response.setHeader("Content-Encoding", encoding);
        setHeaders(response, original);
      },
    });
  const handlers: Readonly<Record<Encoding, RequestHandler>> = { br: compressed("br"), gzip: compressed("gzip") };

  return (request, response, next) => {
    const { url } = request;
    // Also where a file is only there as it is: the next build may have it compressed.
    response.vary("Accept-Encoding");
    const wanted = request.headers.range === undefined ? acceptedEncodings(request.headers["accept-encoding"]) : [];
    const file = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
    const offer = (at: number): void => {
      const encoding = wanted[at];
      if (encoding === undefined) {
        request.url = url;
        plain(request, response, next);
        return;
      }
      request.url = file + SUFFIX[encoding];
      handlers[encoding](request, response, (error?: unknown) => {
        request.url = url;
        if (error === undefined) offer(at + 1);
        else next(error);
      });
    };
    offer(0);
  };
}

/** What an Accept-Encoding header takes rather than the plain file, the best first; a tie is for the smaller. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return [];
  const weights = new Map<string, number>();
  for (const part of header.split(",", MAX_NAMES)) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const [weight] = parameters.flatMap((text) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(text)?.[1] ?? []);
    // A weight that cannot be read is none.
    if (parameters.length === 0) weights.set(name, 1);
    else weights.set(name, Math.min(1, Number(weight ?? 0)));
  }
  const weight = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  // Taken always, with less pleasure than what is named, unless it is named itself.
  const identity = weights.get("identity") ?? 0;
  return ENCODINGS.filter((name) => weight(name) > 0 && weight(name) >= identity).sort((a, b) => weight(b) - weight(a));
}
