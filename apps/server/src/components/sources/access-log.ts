/** Realistic access-log lines from a source of chance: visitors, a login, searches, a probe, a few errors and slow answers. */
import type { Random } from "@sluice/engine";
import { SHORT_MONTHS } from "@sluice/languages/gotime";

interface Route {
  readonly method: string;
  readonly path: (n: (below: number) => number) => string;
  /** Status codes, each as likely as it is often here. */
  readonly statuses: readonly number[];
  /** Typical answer: bytes and seconds. */
  readonly bytes: number;
  readonly seconds: number;
  readonly weight: number;
}

const ROUTES: readonly Route[] = [
  { method: "GET", path: () => "/", statuses: [200, 200, 200, 304], bytes: 5200, seconds: 0.02, weight: 10 },
  {
    method: "GET",
    path: (n) => `/api/v1/products?page=${1 + n(9)}`,
    statuses: [200, 200, 200, 500],
    bytes: 14_000,
    seconds: 0.08,
    weight: 14,
  },
  {
    method: "GET",
    path: (n) => `/products/${1000 + n(500)}`,
    statuses: [200, 200, 404],
    bytes: 9100,
    seconds: 0.05,
    weight: 12,
  },
  {
    method: "GET",
    path: () => "/static/app.4f2a91.js",
    statuses: [200, 304],
    bytes: 48_200,
    seconds: 0.004,
    weight: 9,
  },
  { method: "POST", path: () => "/api/v1/cart", statuses: [201, 201, 409], bytes: 310, seconds: 0.12, weight: 6 },
  { method: "POST", path: () => "/login", statuses: [302, 302, 401], bytes: 0, seconds: 0.21, weight: 4 },
  {
    method: "GET",
    path: () => "/search?q=caf%C3%A9+cr%C3%A8me",
    statuses: [200],
    bytes: 7300,
    seconds: 0.3,
    weight: 4,
  },
  {
    method: "POST",
    path: (n) => `/api/v1/orders/${8000 + n(900)}/pay`,
    statuses: [200, 200, 402, 503],
    bytes: 220,
    seconds: 0.9,
    weight: 3,
  },
  { method: "DELETE", path: (n) => `/api/v1/cart/${n(400)}`, statuses: [204], bytes: 0, seconds: 0.06, weight: 2 },
];

const AGENTS = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
  "Go-http-client/2.0",
  "curl/8.5.0",
];
const USERS = ["-", "-", "-", "-", "alice", "bob", "carol"];
const PROBE = { method: "GET", path: "/healthz", agent: "kube-probe/1.30" };

const two = (n: number) => String(n).padStart(2, "0");

/** A function that makes one line for an instant. The same chance gives the same lines. */
export function createAccessLog(random: Random): (at: Date) => string {
  const below = (n: number) => Math.floor(random.next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const weighted = ROUTES.flatMap((route) => Array.from({ length: route.weight }, () => route));
  // Addresses of the ranges reserved for documentation.
  const address = () => `${pick(["192.0.2", "198.51.100", "203.0.113"])}.${1 + below(254)}`;
  return (at) => {
    const time = `${two(at.getUTCDate())}/${SHORT_MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
    if (below(9) === 0)
      return `10.0.0.${1 + below(9)} - - [${time}] "${PROBE.method} ${PROBE.path} HTTP/1.1" 200 2 "-" "${PROBE.agent}" 0.001`;
    const route = pick(weighted);
    const status = pick(route.statuses);
    const bytes = Math.round(route.bytes * (0.6 + random.next()));
    const slow = below(25) === 0 ? 8 : 1;
    const seconds = (route.seconds * (0.5 + random.next()) * slow).toFixed(3);
    return `${address()} - ${pick(USERS)} [${time}] "${route.method} ${route.path(below)} HTTP/1.1" ${status} ${bytes} "-" "${pick(AGENTS)}" ${seconds}`;
  };
}
