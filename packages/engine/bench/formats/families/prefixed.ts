/** Logs in which something else stands before what the program wrote. */
import { MILLISECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;

function jsonEntry(w: LogWriter, timed: boolean): Draft {
  const [level, said, component] = [
    w.pick(["info", "info", "warn", "error", "debug"]),
    say(w),
    w.pick(["http", "db", "jobs"]),
  ];
  const time = timed ? { time: w.time("%Y-%m-%dT%H:%M:%S.%3Z") } : {};
  return {
    text: JSON.stringify({ level, ...time, component, msg: said.message, ms: w.int(1, 900) }),
    level: levelOf(level),
    values: [component, ...said.values],
    secrets: said.secrets,
  };
}

/** What `docker compose logs` prints. */
function compose(w: LogWriter): Draft {
  const draft = jsonEntry(w, true);
  return { ...draft, text: `${w.pick(["web-1   ", "worker-1", "worker-2"])} | ${draft.text}` };
}

/** As syslog daemons of today write it to files. */
function rsyslog(w: LogWriter): Draft {
  const said = say(w);
  const program = w.pick(["shop", "systemd", "NetworkManager", "CRON"]);
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z", 60)} ${w.host()} ${program}[${w.int(100, 99_999)}]: ${said.message}`,
    values: [program, ...said.values],
    secrets: said.secrets,
  };
}

function jsonInSyslog(w: LogWriter): Draft {
  const draft = jsonEntry(w, false);
  return {
    ...draft,
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z", 60)} ${w.host()} shop[${w.int(100, 9999)}]: ${draft.text}`,
  };
}

function heroku(w: LogWriter): Draft {
  const [method, path, status, level] = [w.method(), w.path(), String(w.status()), w.pick(["info", "info", "error"])];
  const [token, leaks] = [SECRETS.jwt(w), w.chance(0.04)];
  const target = leaks ? `/reset?token=${token}` : path;
  const code = level === "error" ? `code=H12 desc="Request timeout" ` : "";
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z")} heroku[router]: at=${level} ${code}method=${method} path="${target}" host=shop.example.com request_id=${w.uuid()} fwd="${w.ip()}" dyno=web.${w.int(1, 4)} connect=0ms service=${w.int(1, 900)}ms status=${status} bytes=${w.int(0, 9999)} protocol=https`,
    level: levelOf(level),
    values: [method, status, ...(leaks ? [] : [path])],
    secrets: leaks ? [token] : [],
  };
}

/** `kubectl logs --prefix --timestamps` of a program that writes logfmt. */
function kubectl(w: LogWriter): Draft {
  const [level, said, component] = [w.pick(["info", "info", "warn", "error"]), say(w, 0.03), w.word()];
  return {
    text: `[pod/shop-${w.hex(5)}/app] ${w.time("%Y-%m-%dT%H:%M:%S.%9Z")} ts=${w.time("%Y-%m-%dT%H:%M:%S.%3Z")} level=${level} component=${component} msg=${JSON.stringify(said.message)} took=${w.int(1, 900)}ms`,
    otherTime: w.now - (w.now % MILLISECOND),
    level: levelOf(level),
    values: [component, ...said.values],
    secrets: said.secrets,
  };
}

export const PREFIXED: readonly LogFormat[] = [
  { name: "compose-json", odd: (w) => `web-1    | > shop@1.${w.int(0, 9)}.0 start`, write: compose },
  { name: "rsyslog-iso", unit: MICROSECONDS, write: rsyslog },
  {
    name: "syslog-json",
    unit: MICROSECONDS,
    odd: (w) => `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z", 60)} web-1 systemd[1]: Reloading.`,
    write: jsonInSyslog,
  },
  {
    name: "heroku-router",
    unit: MICROSECONDS,
    odd: (w) => `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z")} heroku[web.1]: State changed from starting to up`,
    write: heroku,
  },
  { name: "kubectl-logfmt", unit: 1n, write: kubectl },
];
