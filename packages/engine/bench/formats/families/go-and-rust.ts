/** Logs of programs in Go and Rust. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";

const MICROSECONDS = 1000n;
const LEVELS = ["info", "info", "info", "debug", "warn", "error"] as const;
const caller = (w: LogWriter): string => `${w.pick(["server", "orders", "cache"])}/${w.word()}.go:${w.int(10, 400)}`;
const number = (text: string): number => Number(text);

function zap(w: LogWriter): Draft {
  const [level, from, said] = [w.pick(LEVELS), caller(w), say(w)];
  const stack =
    level === "error" ? { stacktrace: "main.(*Server).handle\n\t/app/server.go:88\nmain.main\n\t/app/main.go:10" } : {};
  return {
    text: JSON.stringify({
      level,
      ts: number(w.time("%s.%6")),
      caller: from,
      msg: said.message,
      attempt: w.int(1, 9),
      ...stack,
    }),
    level: levelOf(level),
    values: [from, ...said.values],
    secrets: said.secrets,
  };
}

function zapConsole(w: LogWriter): Draft {
  const [level, from, said] = [w.pick(LEVELS), caller(w), say(w)];
  const stack = level === "error" ? "\nmain.(*Server).handle\n\t/app/server.go:88\nmain.main\n\t/app/main.go:10" : "";
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%3%z", 60)}\t${level.toUpperCase()}\t${from}\t${said.message}\t{"attempt": ${w.int(1, 9)}, "user": "${w.user()}"}${stack}`,
    level: levelOf(level),
    values: [from, ...said.values],
    secrets: said.secrets,
  };
}

function zerolog(w: LogWriter, time: number | string): Draft {
  const [level, said, user] = [w.pick(LEVELS), say(w), w.user()];
  const error = level === "error" ? { error: "dial tcp 10.0.0.9:5432: connect: connection refused" } : {};
  return {
    text: JSON.stringify({ level, ...error, user, attempt: w.int(1, 9), time, message: said.message }),
    level: levelOf(level),
    values: [user, ...said.values],
    secrets: said.secrets,
  };
}

const ESCAPE = "\u001b";
const paint = (code: number, text: string): string => `${ESCAPE}[${code}m${text}${ESCAPE}[0m`;

function zerologConsole(w: LogWriter): Draft {
  const [level, color] = w.pick([
    ["INF", 32],
    ["INF", 32],
    ["WRN", 33],
    ["ERR", 31],
    ["DBG", 33],
  ] as const);
  const [said, user] = [say(w), w.user()];
  return {
    text: `${paint(90, w.time("%Y-%m-%dT%H:%M:%SZ"))} ${paint(color, level)} ${said.message} ${paint(36, "user=")}${user} ${paint(36, "took=")}${w.int(1, 900)}`,
    level: levelOf(level),
    values: [user],
    secrets: said.secrets,
  };
}

const quoteLogfmt = (text: string): string => (/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text));

function slogText(w: LogWriter): Draft {
  const [level, said, user] = [w.pick(["INFO", "INFO", "DEBUG", "WARN", "ERROR"]), say(w), w.user()];
  return {
    text: `time=${w.time("%Y-%m-%dT%H:%M:%S.%3%:z", 60)} level=${level} msg=${quoteLogfmt(said.message)} user=${user} took=${w.int(1, 900)}ms${level === "ERROR" ? ' err="read: connection reset by peer"' : ""}`,
    level: levelOf(level),
    values: [user, ...said.values],
    secrets: said.secrets,
  };
}

function slogJson(w: LogWriter): Draft {
  const [level, said] = [w.pick(["INFO", "INFO", "DEBUG", "WARN", "ERROR"]), say(w)];
  const request = { method: w.method(), path: w.path(), status: w.status() };
  return {
    text: JSON.stringify({
      time: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      level,
      source: { function: "main.handle", file: "/app/main.go", line: w.int(5, 99) },
      msg: said.message,
      request,
    }),
    level: levelOf(level),
    values: [request.method, String(request.status), ...said.values],
    secrets: said.secrets,
  };
}

function goLog(w: LogWriter): Draft {
  const said = say(w);
  return { text: `${w.time("%Y/%m/%d %H:%M:%S")} ${said.message}`, values: said.values, secrets: said.secrets };
}

function tracing(w: LogWriter): Draft {
  const [level, target, said] = [
    w.pick(["INFO", "INFO", "WARN", "ERROR", "DEBUG", "TRACE"]),
    w.pick(["shop::server", "hyper::proto", "shop::db::pool"]),
    say(w),
  ];
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%6Z")} ${level.padStart(5)} ${target}: ${said.message}`,
    level: levelOf(level),
    values: [target, ...said.values],
    secrets: said.secrets,
  };
}

function logrus(w: LogWriter): Draft {
  const [level, said, component] = [w.pick(["info", "info", "debug", "warning", "error", "fatal"]), say(w), w.word()];
  return {
    text: `time="${w.time("%Y-%m-%dT%H:%M:%S%:z", -240)}" level=${level} msg=${JSON.stringify(said.message)} component=${component} attempt=${w.int(1, 9)}`,
    level: levelOf(level),
    values: [component, ...said.values],
    secrets: said.secrets,
  };
}

function containerd(w: LogWriter): Draft {
  const [level, id] = [w.pick(["info", "info", "warning", "error"]), w.hex(64)];
  const message = w.of<string>([
    [2, () => `RemoveContainer for "${id}" returns successfully`],
    [2, () => `StopPodSandbox for "${id}"`],
    [1, () => `cleaning up dead shim`],
  ]);
  const more = message.startsWith("cleaning") ? ` namespace=k8s.io pid=${w.int(100, 9999)}` : "";
  return {
    text: `time="${w.time("%Y-%m-%dT%H:%M:%S.%9Z")}" level=${level} msg=${JSON.stringify(message)}${more}`,
    level: levelOf(level),
    values: [message],
  };
}

function grafana(w: LogWriter): Draft {
  const [level, logger] = [
    w.pick(["info", "info", "warn", "error", "debug"]),
    w.pick(["context", "ngalert.scheduler", "sqlstore.transactions", "tsdb.prometheus"]),
  ];
  const [method, status] = [w.method(), String(w.status())];
  return {
    text: `logger=${logger} userId=${w.int(0, 40)} orgId=1 uname=${w.user()} t=${w.time("%Y-%m-%dT%H:%M:%S.%9Z")} level=${level} msg="Request Completed" method=${method} path=/api/${w.word()} status=${status} remote_addr=${w.ipv4()} time_ms=${w.int(0, 900)} duration=${w.int(0, 900)}.${w.digits(3)}ms size=${w.int(0, 9999)} referer=`,
    level: levelOf(level),
    values: [logger, method, status],
  };
}

function prometheus(w: LogWriter): Draft {
  const [level, component] = [
    w.pick(["info", "info", "warn", "error"]),
    w.pick(["tsdb", "rule manager", "scrape manager", "web"]),
  ];
  const message = w.of<string>([
    [2, () => "Head GC completed"],
    [2, () => "write block"],
    [1, () => `Error on ingesting out-of-order samples`],
  ]);
  const said = message.startsWith("Error")
    ? ` num_dropped=${w.int(1, 9)}`
    : ` duration=${w.int(1, 900)}.${w.digits(3)}ms`;
  return {
    text: `ts=${w.time("%Y-%m-%dT%H:%M:%S.%3Z")} caller=${w.pick(["head.go", "compact.go", "main.go"])}:${w.int(10, 999)} level=${level} component=${quoteLogfmt(component)} msg=${quoteLogfmt(message)}${said}`,
    level: levelOf(level),
    values: [component, message],
  };
}

export const GO_AND_RUST: readonly LogFormat[] = [
  { name: "zap-json", unit: MICROSECONDS, write: zap },
  { name: "zap-console", entries: 120, write: zapConsole },
  { name: "zerolog-json-unix", unit: SECOND, write: (w) => zerolog(w, number(w.time("%s"))) },
  { name: "zerolog-json", unit: SECOND, write: (w) => zerolog(w, w.time("%Y-%m-%dT%H:%M:%S%:z", 120)) },
  { name: "zerolog-console", unit: SECOND, write: zerologConsole },
  { name: "slog-text", write: slogText },
  { name: "slog-json", unit: 1n, write: slogJson },
  { name: "go-log", unit: SECOND, odd: () => "goroutine 1 [running]:", write: goLog },
  {
    name: "rust-tracing",
    unit: MICROSECONDS,
    odd: () => "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    write: tracing,
  },
  { name: "logrus", unit: SECOND, write: logrus },
  { name: "containerd", unit: 1n, write: containerd },
  { name: "grafana", unit: 1n, write: grafana },
  { name: "prometheus", write: prometheus },
];
