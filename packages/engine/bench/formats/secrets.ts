/**
 * Secrets that nobody ever had. Their prefixes stand here in pieces and the rest comes from the generator, so that no text of
 * this repository looks like a key.
 */
import type { LogWriter } from "./log-writer.ts";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const MIXED = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const join = (...parts: readonly string[]): string => parts.join("");
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const SECRETS = {
  password: (w: LogWriter): string => join(w.pick(["Tr0ub", "s3cur", "Kw!nt", "pa55-"]), w.from(MIXED, 9)),
  awsKey: (w: LogWriter): string => join("AK", "IA", w.from(UPPER, 16)),
  githubToken: (w: LogWriter): string => join("gh", "p_", w.from(MIXED, 36)),
  gitlabToken: (w: LogWriter): string => join("gl", "pat-", w.from(MIXED, 20)),
  slackToken: (w: LogWriter): string => join("xo", "xb-", w.digits(12), "-", w.digits(12), "-", w.from(MIXED, 24)),
  stripeKey: (w: LogWriter): string => join("sk_", "live_", w.from(MIXED, 24)),
  vaultToken: (w: LogWriter): string => join("hv", "s.", w.from(MIXED, 24)),
  bearer: (w: LogWriter): string => w.from(MIXED, 40),
  jwt: (w: LogWriter): string =>
    [base64({ alg: "HS256", typ: "JWT" }), base64({ sub: w.digits(8), name: w.user() }), w.from(MIXED, 43)].join("."),
  mail: (w: LogWriter): string =>
    `${w.pick(["jane.roe", "m.weber", "ana.silva", "l.okafor"])}${w.int(10, 99)}@${w.pick(["mail.example.com", "post.example.org"])}`,
  /** Sixteen digits that pass Luhn's check. */
  card: (w: LogWriter): string => {
    const digits = `4${w.digits(14)}`;
    const sum = [...digits].reduce((total, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return digits + String((10 - (sum % 10)) % 10);
  },
} as const;
