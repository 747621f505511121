/** What formats are written with: the clock and the chance of one log, and values as they stand in logs. */
import { type Nanos, SeededRandom } from "@sluice/languages/base";
import { formatTime } from "./times.ts";

const AGENTS = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "curl/8.5.0",
  "Go-http-client/2.0",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "python-requests/2.31.0",
] as const;
const PATHS = [
  "/",
  "/api/v1/orders",
  "/login",
  "/static/app.9f2c1a.js",
  "/favicon.ico",
  "/search",
  "/cart/items",
] as const;
const USERS = ["alice", "bob", "carol", "deploy", "svc-backup", "j.doe", "marta"] as const;
const HOSTS = ["web-1", "web-2", "db01", "node-a3", "edge7"] as const;
const WORDS = [
  "order",
  "cache",
  "invoice",
  "session",
  "mailer",
  "report",
  "index",
  "queue",
  "gateway",
  "billing",
] as const;

/** Seven in ten are 200. */
const STATUSES = [200, 200, 200, 200, 200, 200, 200, 304, 404, 500, 301, 201, 502, 403] as const;

export class LogWriter extends SeededRandom {
  /** Time of the entry that is written now, as exact as the format shows it. */
  now: Nanos = 0n;
  /** Entries written so far, odd ones too. */
  count = 0;

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)]!;
  }

  /** True in `share` of all cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** The result of one of the makers, by their weights. */
  of<T>(makers: readonly (readonly [weight: number, make: () => T])[]): T {
    let at = this.next() * makers.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of makers) {
      at -= weight;
      if (at < 0) return make();
    }
    return makers.at(-1)![1]();
  }

  from(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => alphabet[this.int(0, alphabet.length - 1)]!).join("");
  }

  hex(count: number): string {
    return this.from("0123456789abcdef", count);
  }

  digits(count: number): string {
    return String(this.int(1, 9)) + this.from("0123456789", count - 1);
  }

  /** `now` by `formatTime`. */
  time(layout: string, zone = 0): string {
    return formatTime(this.now, layout, zone);
  }

  uuid(): string {
    return [this.hex(8), this.hex(4), `4${this.hex(3)}`, `a${this.hex(3)}`, this.hex(12)].join("-");
  }

  ipv4(): string {
    return [this.pick([10, 172, 192, 203]), this.int(0, 255), this.int(0, 255), this.int(1, 254)].join(".");
  }

  ip(): string {
    return this.chance(0.12) ? `2001:db8:${this.hex(4)}::${this.hex(2)}` : this.ipv4();
  }

  port(): number {
    return this.int(1024, 65535);
  }

  user(): string {
    return this.pick(USERS);
  }

  host(): string {
    return this.pick(HOSTS);
  }

  word(): string {
    return this.pick(WORDS);
  }

  agent(): string {
    return this.pick(AGENTS);
  }

  method(): string {
    return this.pick(["GET", "GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD"]);
  }

  status(): number {
    return this.pick(STATUSES);
  }

  path(): string {
    const query = this.chance(0.25) ? `?q=${this.word()}&page=${this.int(1, 40)}` : "";
    return `${this.pick(PATHS)}${this.chance(0.3) ? `/${this.int(1, 99999)}` : ""}${query}`;
  }

  /** Seconds with three digits after the point. */
  seconds(): string {
    return (this.next() ** 3 * 4).toFixed(3);
  }
}
