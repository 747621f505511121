/** Logs of proxies and load balancers. */
import { MILLISECOND, SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { SECRETS } from "../secrets.ts";

const CLF = "%d/%b/%Y:%H:%M:%S %z";
const ACCEPTED = "%d/%b/%Y:%H:%M:%S.%3";

function haproxyHttp(w: LogWriter): Draft {
  const [method, path, status] = [w.method(), w.path(), String(w.status())];
  const [backend, server] = w.pick([
    ["app", "app1"],
    ["app", "app2"],
    ["static", "s1"],
    ["api", "<NOSRV>"],
  ] as const);
  const total = w.int(1, 3000);
  return {
    text: `${w.ip()}:${w.port()} [${w.time(ACCEPTED)}] https~ ${backend}/${server} ${w.int(0, 40)}/0/${w.int(-1, 9)}/${w.int(-1, 900)}/${total} ${status} ${w.int(100, 90_000)} - - ${w.pick(["----", "----", "SC--", "cD--"])} ${w.int(1, 80)}/${w.int(1, 60)}/${w.int(0, 9)}/${w.int(0, 4)}/0 0/0 ${w.chance(0.4) ? `{shop.example.com|${w.agent()}} ` : ""}"${method} ${path} HTTP/1.1"`,
    values: [method, path, status, backend],
  };
}

function haproxyTcp(w: LogWriter): Draft {
  const server = w.pick(["pg-1", "pg-2", "<NOSRV>"]);
  const bytes = String(w.int(0, 900_000));
  return {
    text: `${w.ipv4()}:${w.port()} [${w.time(ACCEPTED)}] postgres pgsql/${server} ${w.int(0, 20)}/${w.int(-1, 5)}/${w.int(2, 90_000)} ${bytes} ${w.pick(["--", "--", "cD", "SC", "sD"])} ${w.int(1, 80)}/${w.int(1, 60)}/${w.int(0, 9)}/${w.int(0, 4)}/0 0/0`,
    values: [server, bytes],
  };
}

/** `draft` as a syslog daemon files it, which says a time of its own, in seconds. */
const inSyslog = (w: LogWriter, draft: Draft): Draft => ({
  ...draft,
  otherTime: w.now - (w.now % SECOND),
  text: `${w.time("%b %e %H:%M:%S")} lb-1 haproxy[${w.int(1000, 1009)}]: ${draft.text}`,
});
const haproxyOdd = (w: LogWriter): string =>
  w.pick([
    `[WARNING]  (1) : Server app/app2 is DOWN, reason: Layer4 timeout, check duration: ${w.int(1, 2000)}ms. 1 active and 0 backup servers left.`,
    `${w.ipv4()}:${w.port()} [${w.time(ACCEPTED)}] https/1: SSL handshake failure`,
    "Proxy app started.",
  ]);

function traefik(w: LogWriter): Draft {
  const [method, path, status] = [w.method(), w.path(), String(w.status())];
  const router = w.pick(["web@docker", "api@kubernetes", "shop@file"]);
  return {
    text: `${w.ip()} - ${w.chance(0.1) ? w.user() : "-"} [${w.time(CLF)}] "${method} ${path} HTTP/2.0" ${status} ${w.int(0, 9000)} "${w.pick(["-", "https://shop.example.com/"])}" "${w.agent()}" ${w.int(1, 99999)} "${router}" "http://10.0.0.${w.int(2, 9)}:3000" ${w.int(0, 4000)}ms`,
    values: [method, path, status, router],
  };
}

function traefikJson(w: LogWriter): Draft {
  const [method, path, status, router] = [w.method(), w.path(), w.status(), w.pick(["web@docker", "api@kubernetes"])];
  return {
    text: JSON.stringify({
      ClientAddr: `${w.ipv4()}:${w.port()}`,
      ClientHost: w.ipv4(),
      ClientPort: String(w.port()),
      ClientUsername: "-",
      DownstreamContentSize: w.int(0, 9000),
      DownstreamStatus: status,
      Duration: w.int(100_000, 900_000_000),
      OriginDuration: w.int(100_000, 800_000_000),
      OriginStatus: status,
      Overhead: w.int(1000, 90_000),
      RequestAddr: "shop.example.com",
      RequestHost: "shop.example.com",
      RequestMethod: method,
      RequestPath: path,
      RequestProtocol: "HTTP/2.0",
      RequestScheme: "https",
      RetryAttempts: 0,
      RouterName: router,
      ServiceName: `${router}-svc`,
      StartUTC: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      entryPointName: "websecure",
      level: "info",
      msg: "",
      time: w.time("%Y-%m-%dT%H:%M:%SZ"),
    }),
    level: "info",
    values: [method, path, String(status), router],
  };
}

function envoy(w: LogWriter): Draft {
  const [method, path, status, id] = [w.method(), w.path(), String(w.status()), w.uuid()];
  const duration = String(w.int(0, 2500));
  return {
    text: `[${w.time("%Y-%m-%dT%H:%M:%S.%3Z")}] "${method} ${path} HTTP/${w.pick(["1.1", "2"])}" ${status} ${w.pick(["-", "-", "UF,URX", "UH", "DC"])} ${w.int(0, 900)} ${w.int(0, 90_000)} ${duration} ${w.chance(0.1) ? "-" : w.int(0, 2000)} "${w.ip()}" "${w.agent()}" "${id}" "shop.example.com" "${w.chance(0.1) ? "-" : `10.0.0.${w.int(2, 9)}:8080`}"`,
    values: [method, path, status, duration],
  };
}

function alb(w: LogWriter): Draft {
  const [type, status, method] = [w.pick(["https", "https", "h2", "http", "ws"]), String(w.status()), w.method()];
  const target = w.chance(0.1) ? "-" : `10.0.${w.int(0, 3)}.${w.int(4, 250)}:80`;
  const seconds = target === "-" ? "-1" : w.seconds();
  const url = `https://shop.example.com:443${w.path()}`;
  const targetStatus = target === "-" ? "-" : status;
  return {
    text: `${type} ${w.time("%Y-%m-%dT%H:%M:%S.%6Z")} app/shop/50dc6c495c0c9188 ${w.ip()}:${w.port()} ${target} 0.000 ${seconds} 0.000 ${status} ${targetStatus} ${w.int(30, 900)} ${w.int(0, 90_000)} "${method} ${url} HTTP/1.1" "${w.agent()}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/shop/73e2d6bc24d8a067 "Root=1-${w.hex(8)}-${w.hex(24)}" "shop.example.com" "arn:aws:acm:eu-west-1:123456789012:certificate/${w.uuid()}" ${w.int(0, 3)} ${w.time("%Y-%m-%dT%H:%M:%S.%6Z")} "forward" "-" "-" "${target}" "${targetStatus}" "-" "-"`,
    values: [method, url, status],
  };
}

function cloudfront(w: LogWriter): Draft {
  const [method, stem, status] = [
    w.method(),
    w.pick(["/index.html", "/app.js", "/img/a%20b.png", "/api/v1/me"]),
    String(w.status()),
  ];
  const edge = w.pick(["FRA56-P1", "LHR62-C3", "AMS1-C1"]);
  const taken = w.seconds();
  const fields = [
    w.time("%Y-%m-%d"),
    w.time("%H:%M:%S"),
    edge,
    String(w.int(100, 90_000)),
    w.ip(),
    method,
    "d111111abcdef8.cloudfront.net",
    stem,
    status,
    w.pick(["-", "https://shop.example.com/"]),
    encodeURIComponent(w.agent()),
    w.chance(0.2) ? `v=${w.int(1, 9)}` : "-",
    "-",
    w.pick(["Hit", "Miss", "Error", "RefreshHit"]),
    w.hex(32),
    "shop.example.com",
    "https",
    String(w.int(20, 900)),
    taken,
    "-",
    "TLSv1.3",
    "TLS_AES_128_GCM_SHA256",
    "Hit",
    "HTTP/2.0",
    "-",
    "-",
    String(w.port()),
    taken,
    "Hit",
    "text/html",
    "-",
    "-",
    "-",
  ];
  return { text: fields.join("\t"), values: [method, stem, status, edge] };
}

function squid(w: LogWriter): Draft {
  const [client, result, status, method] = [
    w.ipv4(),
    w.pick(["TCP_MISS", "TCP_HIT", "TCP_TUNNEL", "TCP_DENIED"]),
    String(w.status()),
    w.pick(["GET", "CONNECT", "POST"]),
  ];
  const url = method === "CONNECT" ? "www.example.com:443" : `http://www.example.com${w.path()}`;
  return {
    text: `${w.time("%s.%3")} ${String(w.int(0, 9000)).padStart(6)} ${client} ${result}/${status} ${w.int(100, 90_000)} ${method} ${url} ${w.chance(0.2) ? w.user() : "-"} ${w.pick(["HIER_DIRECT/203.0.113.9", "HIER_NONE/-"])} ${w.pick(["text/html", "-", "application/json"])}`,
    values: [client, method, status, url],
  };
}

function ingress(w: LogWriter): Draft {
  const [method, path, status, upstream] = [
    w.method(),
    w.path(),
    String(w.status()),
    w.pick(["shop-web-80", "shop-api-8080"]),
  ];
  return {
    text: `${w.ip()} - - [${w.time(CLF)}] "${method} ${path} HTTP/2.0" ${status} ${w.int(0, 90_000)} "-" "${w.agent()}" ${w.int(20, 900)} ${w.seconds()} [${upstream}] [] 10.244.${w.int(0, 3)}.${w.int(2, 250)}:8080 ${w.int(0, 9000)} ${w.seconds()} ${status} ${w.hex(32)}`,
    values: [method, path, status, upstream],
  };
}

function traefikLog(w: LogWriter): Draft {
  const level = w.pick(["info", "debug", "error", "warning"]);
  const [message, secret] = w.of<[string, string | undefined]>([
    [3, () => [`Server configuration reloaded on :${w.port()}`, undefined]],
    [3, () => [`Skipping same configuration for provider ${w.word()}`, undefined]],
    [
      1,
      () => {
        const key = SECRETS.awsKey(w);
        return [`Unable to obtain ACME certificate with key ${key}`, key];
      },
    ],
  ]);
  const provider = w.pick(["docker", "kubernetescrd", "file"]);
  return {
    text: `time="${w.time("%Y-%m-%dT%H:%M:%SZ")}" level=${level} msg="${message}" providerName=${provider}`,
    level: levelOf(level),
    values: secret === undefined ? [message, provider] : [provider],
    secrets: secret === undefined ? [] : [secret],
  };
}

export const PROXIES: readonly LogFormat[] = [
  { name: "haproxy-http", odd: haproxyOdd, write: haproxyHttp },
  { name: "haproxy-http-syslog", odd: haproxyOdd, write: (w) => inSyslog(w, haproxyHttp(w)) },
  { name: "haproxy-tcp", odd: haproxyOdd, write: (w) => inSyslog(w, haproxyTcp(w)) },
  { name: "traefik-clf", unit: SECOND, odd: (w) => `${w.ipv4()} - - [${w.time(CLF)}] "- - -" 0 0 "-"`, write: traefik },
  { name: "traefik-json", unit: SECOND, write: traefikJson },
  { name: "traefik-log", unit: SECOND, write: traefikLog },
  { name: "envoy", odd: (w) => `[${w.time("%Y-%m-%dT%H:%M:%S.%3Z")}] "- - -" 0 NR - - 0 0 0`, write: envoy },
  {
    name: "aws-alb",
    unit: 1000n,
    odd: (w) => `Enable AccessLog for ELB: app/shop at ${w.time("%Y-%m-%d")}`,
    write: alb,
  },
  {
    name: "cloudfront",
    unit: SECOND,
    head: [
      "#Version: 1.0",
      "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken",
    ],
    write: cloudfront,
  },
  {
    name: "squid",
    unit: MILLISECOND,
    odd: (w) => `${w.time("%Y/%m/%d %H:%M:%S")} kid1| Starting Squid Cache version 6.10`,
    write: squid,
  },
  {
    name: "ingress-nginx",
    unit: SECOND,
    odd: (w) =>
      `I${w.time("%m%d %H:%M:%S.%6")}       7 controller.go:190] "Configuration changes detected, backend reload required"`,
    write: ingress,
  },
];
