/** Access logs of web servers. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { wholeOrRest } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const CLF = "%d/%b/%Y:%H:%M:%S %z";

/** What the combined format has of one request, without its end. */
function request(w: LogWriter, zone: number, client = w.ip(), quote = "\\x22"): Draft & { agent: string } {
  const [method, status, bytes] = [w.method(), String(w.status()), String(w.int(0, 80_000))];
  const password = SECRETS.password(w);
  const leaks = w.chance(0.04);
  const path = leaks ? `/login?user=${w.user()}&password=${password}` : w.path();
  const user = w.chance(0.15) ? w.user() : "-";
  const referer = w.pick(["-", "-", "https://shop.example.com/", "https://www.example.org/search?q=a+b"]);
  const agent = w.chance(0.05) ? "-" : w.chance(0.04) ? `say ${quote}hi${quote} agent` : w.agent();
  return {
    text: `${client} - ${user} [${w.time(CLF, zone)}] "${method} ${path} HTTP/${w.pick(["1.1", "2.0"])}" ${status} ${bytes} "${referer}"`,
    values: [method, status, ...(leaks ? [client] : [path])],
    secrets: leaks ? [password] : [],
    agent,
  };
}

const ODD = (w: LogWriter): string =>
  w.pick([
    `${w.ip()} - - [${w.time(CLF)}] "\\x16\\x03\\x01\\x02\\x00" 400 157 "-" "-"`,
    `${w.ip()} - - [${w.time(CLF)}] "" 400 0 "-" "-"`,
    `${w.time("%Y/%m/%d %H:%M:%S")} [error] 29#29: *${w.int(1, 999)} open() "/usr/share/nginx/html/x" failed (2: No such file or directory)`,
  ]);

/** The same request in the style of nginx's main format with times of the upstream. */
function timed(w: LogWriter, zone: number): Draft {
  const { agent, ...draft } = request(w, zone);
  const [total, upstream] = [w.seconds(), w.chance(0.2) ? "-" : w.seconds()];
  const address = upstream === "-" ? "-" : `10.0.0.${w.int(2, 9)}:8080`;
  const text = `${draft.text} "${agent}" "-" rt=${total} uct="0.001" uht="${upstream}" urt="${upstream}" ua="${address}"`;
  return { ...draft, text, values: [...draft.values!, total] };
}

function caddy(w: LogWriter): Draft {
  const [method, uri, status, size] = [w.method(), w.path(), w.status(), w.int(0, 90_000)];
  const remote = w.ip();
  const leaks = w.chance(0.05);
  const token = SECRETS.bearer(w);
  const at = Number(w.time("%s.%3"));
  const headers = {
    "User-Agent": [w.agent()],
    Accept: ["*/*"],
    ...(leaks && { Authorization: [`Bearer ${token}`] }),
  };
  const entry = {
    level: status >= 500 ? "error" : "info",
    ts: at,
    logger: "http.log.access.log0",
    msg: "handled request",
    request: {
      remote_ip: remote,
      remote_port: String(w.port()),
      client_ip: remote,
      proto: "HTTP/2.0",
      method,
      host: "shop.example.com",
      uri,
      headers,
    },
    bytes_read: 0,
    user_id: "",
    duration: Number(w.next().toFixed(9)),
    size,
    status,
    resp_headers: { Server: ["Caddy"], "Content-Type": ["text/html; charset=utf-8"] },
  };
  return {
    text: JSON.stringify(entry),
    level: levelOf(entry.level),
    values: [method, String(status), uri, String(size)],
    secrets: leaks ? [token] : [],
  };
}

function iis(w: LogWriter): Draft {
  const [method, status, taken] = [w.method(), String(w.status()), String(w.int(0, 4000))];
  const stem = w.pick(["/default.aspx", "/api/orders", "/images/logo.png", "/owa/auth.owa"]);
  const client = w.ip();
  const agent = w.agent().replaceAll(" ", "+");
  const query = w.chance(0.3) ? `id=${w.int(1, 999)}&lang=de` : "-";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S")} 10.1.0.4 ${method} ${stem} ${query} 443 ${w.chance(0.2) ? `CORP\\${w.user()}` : "-"} ${client} ${agent} ${w.pick(["-", "https://intra.example.com/"])} ${status} 0 ${w.pick(["0", "0", "64"])} ${taken}`,
    values: [method, status, stem, taken],
  };
}

export const ACCESS: readonly LogFormat[] = [
  {
    name: "nginx-combined",
    unit: SECOND,
    entries: 200,
    odd: ODD,
    write: (w) => {
      const { agent, ...draft } = request(w, 60);
      return { ...draft, text: `${draft.text} "${agent}"` };
    },
  },
  { name: "nginx-upstream", unit: SECOND, odd: ODD, write: (w) => timed(w, 0) },
  {
    name: "apache-common",
    unit: SECOND,
    write: (w) => {
      const { agent: _, text, ...draft } = request(w, -300);
      const [method, status] = draft.values!;
      // The common format ends after the bytes, which are a dash for nothing.
      const common = text.replace(/ "[^"]*"$/, "").replace(/ 0$/, " -");
      return { ...draft, text: common, values: [method!, status!] };
    },
    odd: (w) =>
      `[${w.time("%a %b %d %H:%M:%S.%6 %Y")}] [core:notice] [pid 1:tid 1] AH00094: Command line: 'httpd -D FOREGROUND'`,
  },
  {
    name: "apache-vhost-combined",
    unit: SECOND,
    write: (w) => {
      const host = w.pick(["www.example.com", "shop.example.com", "intra.example.org"]);
      const { agent, ...draft } = request(w, 120, w.ipv4(), '\\"');
      return {
        ...draft,
        text: `${host}:443 ${draft.text} "${agent}"`,
        values: [...draft.values!, [host, `${host}:443`]],
      };
    },
    odd: (w) => `shop.example.com:443 ::1 - - [${w.time(CLF, 120)}] "OPTIONS * HTTP/1.0" 200`,
  },
  {
    name: "apache-error",
    unit: 1000n,
    write: (w) => {
      const [module, level] = w.pick([
        ["core", "error"],
        ["ssl", "warn"],
        ["mpm_event", "notice"],
        ["proxy", "error"],
        ["authz_core", "error"],
      ] as const);
      const client = w.ipv4();
      const message = w.of<string>([
        [3, () => `AH01630: client denied by server configuration: /var/www/html/${w.word()}`],
        [2, () => `AH00957: HTTP: attempt to connect to 127.0.0.1:${w.port()} (localhost) failed`],
        [
          1,
          () =>
            "AH02032: Hostname default provided via SNI and hostname shop.example.com provided via HTTP are different",
        ],
      ]);
      return {
        text: `[${w.time("%a %b %d %H:%M:%S.%6 %Y")}] [${module}:${level}] [pid ${w.int(10, 9999)}:tid ${w.digits(15)}] [client ${client}:${w.port()}] ${message}`,
        level: levelOf(level),
        values: [module, wholeOrRest(message, ": ")],
      };
    },
  },
  {
    name: "nginx-error",
    unit: SECOND,
    write: (w) => {
      const level = w.pick(["error", "error", "warn", "notice", "crit"]);
      const pid = String(w.int(20, 40));
      const message = w.of<string>([
        [
          3,
          () =>
            `*${w.int(1, 99999)} connect() failed (111: Connection refused) while connecting to upstream, client: ${w.ipv4()}, server: _, request: "GET ${w.path()} HTTP/1.1", upstream: "http://10.0.0.${w.int(2, 9)}:8080/", host: "shop.example.com"`,
        ],
        [
          2,
          () =>
            `*${w.int(1, 99999)} upstream timed out (110: Operation timed out) while reading response header from upstream, client: ${w.ipv4()}, server: _`,
        ],
        [1, () => `signal process started`],
        [
          1,
          () =>
            `*${w.int(1, 99999)} a client request body is buffered to a temporary file /var/cache/nginx/client_temp/00000000${w.int(10, 99)}, client: ${w.ipv4()}, server: _`,
        ],
      ]);
      return {
        text: `${w.time("%Y/%m/%d %H:%M:%S")} [${level}] ${pid}#${pid}: ${message}`,
        level: levelOf(level),
        values: [message.startsWith("*") ? wholeOrRest(message, " ") : message],
      };
    },
  },
  {
    name: "caddy-json",
    unit: 1_000_000n,
    write: caddy,
    odd: (w) => `${w.time("%Y/%m/%d %H:%M:%S.%3")}\tINFO\tusing config from file\t{"file": "/etc/caddy/Caddyfile"}`,
  },
  {
    name: "iis-w3c",
    unit: SECOND,
    write: iis,
    head: [
      "#Software: Microsoft Internet Information Services 10.0",
      "#Version: 1.0",
      "#Date: 2026-03-09 00:00:00",
      "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken",
    ],
  },
];
