/** What applications say, sometimes with a secret in it. */
import type { LogWriter } from "./log-writer.ts";
import { SECRETS } from "./secrets.ts";

export interface Said {
  readonly message: string;
  /** Those of the message. */
  readonly secrets: readonly string[];
  /** The message, where it has no secret: it leaves as it is, also with a mail address, which says who it is about. */
  readonly values: readonly string[];
}

const plain = (w: LogWriter): string =>
  w.of<string>([
    [4, () => `Order ${w.int(1000, 99999)} placed by ${w.user()}`],
    [3, () => `Cache miss for key ${w.word()}:${w.int(1, 9999)}`],
    [3, () => `Retrying connection to ${w.host()}:5432 (attempt ${w.int(1, 5)})`],
    [2, () => `Finished job ${w.word()} in ${w.int(1, 9000)} ms`],
    [2, () => `Loaded ${w.int(1, 500)} rules from /etc/shop/${w.word()}.yaml`],
    [1, () => `Größe für Kunde „Müller“ geändert: ${w.int(1, 99)} → ${w.int(1, 99)}`],
    [1, () => `Request to https://api.example.com/v2/${w.word()} failed: timeout after ${w.int(1, 30)}s`],
    [1, () => `Scheduler heartbeat ${w.uuid()}`],
    [4, () => plainRare(w)],
  ]);

/** With what also stands in heads: brackets, colons, dashes, quotes, times and words for levels. */
const plainRare = (w: LogWriter): string =>
  w.pick([
    () => `[Consumer clientId=c-${w.int(1, 9)}, groupId=${w.word()}] Offset commit failed`,
    () => `HTTP ${w.method()} https://api.example.com${w.path()} returned ${w.status()} in ${w.int(1, 900)}ms`,
    () => `error while info was read - retry: ${w.pick(["yes", "no"])}`,
    () => `user "${w.user()}" was last seen at 2025-12-31T23:59:59Z from ${w.ip()}`,
    () => `state=ready peers=${w.int(1, 9)} lag=${w.int(1, 99)}ms`,
    () => `{"nested":true,"n":${w.int(1, 99)}}`,
    () => `${w.int(50, 100)}% of ${w.word()} used — evicting`,
    () => `Path C:\\Users\\${w.word()}\\a.txt not found`,
    () => `It's ${w.word()}: 'a | b' <c> & "d"`,
    () => `Started`,
  ])();

function leaky(w: LogWriter): { readonly message: string; readonly secret?: string } {
  const say = (secret: string, message: (secret: string) => string) => ({ message: message(secret), secret });
  return w.of<{ readonly message: string; readonly secret?: string }>([
    [3, () => say(SECRETS.password(w), (it) => `Connecting to postgres://shop:${it}@db01:5432/shop`)],
    [3, () => say(SECRETS.password(w), (it) => `Login of ${w.user()} failed, password=${it}`)],
    [2, () => say(SECRETS.bearer(w), (it) => `Sent header Authorization: Bearer ${it}`)],
    [2, () => say(SECRETS.jwt(w), (it) => `Rejected session ${it}`)],
    [2, () => say(SECRETS.card(w), (it) => `Charging card ${it} for order ${w.int(1000, 9999)}`)],
    [2, () => say(SECRETS.awsKey(w), (it) => `Using access key ${it} for bucket reports`)],
    [1, () => say(SECRETS.githubToken(w), (it) => `Cloning with token ${it}`)],
    [1, () => say(SECRETS.slackToken(w), (it) => `Posting to channel with ${it}`)],
    [1, () => say(SECRETS.stripeKey(w), (it) => `Payment client started, api_key=${it}`)],
    [2, () => ({ message: `Confirmation sent to ${SECRETS.mail(w)}` })],
  ]);
}

/** A message; `share` of them leak. */
export function say(w: LogWriter, share = 0.05): Said {
  if (!w.chance(share)) {
    const message = plain(w);
    return { message, secrets: [], values: [message] };
  }
  const { message, secret } = leaky(w);
  return secret === undefined
    ? { message, secrets: [], values: [message] }
    : { message, secrets: [secret], values: [] };
}

/** A stack trace of Java, without its first line. */
export function javaTrace(w: LogWriter): string {
  const frames = Array.from(
    { length: w.int(2, 4) },
    () =>
      `\tat com.example.shop.${w.pick(["OrderService.place", "Repository.find", "Filter.doFilter"])}(${w.pick(["OrderService", "Repository"])}.java:${w.int(10, 400)})`,
  );
  return [
    `java.lang.IllegalStateException: ${w.word()} not ready`,
    ...frames,
    `Caused by: java.net.SocketTimeoutException: Read timed out`,
    `\t... ${w.int(3, 40)} more`,
  ].join("\n");
}

/** A traceback of Python. */
export function pythonTrace(w: LogWriter): string {
  return [
    "Traceback (most recent call last):",
    `  File "/app/${w.word()}.py", line ${w.int(5, 300)}, in handle`,
    `    return self.run(${w.word()})`,
    `ValueError: invalid literal for int() with base 10: '${w.word()}'`,
  ].join("\n");
}

/** A message as a whole, or without what stands before its first `separator`. */
export const wholeOrRest = (message: string, separator: string): readonly string[] => {
  const at = message.indexOf(separator);
  return at < 0 ? [message] : [message, message.slice(at + separator.length)];
};
