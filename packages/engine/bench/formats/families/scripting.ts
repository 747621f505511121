/** Logs of programs in Node, Python, Ruby and PHP. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { pythonTrace, say } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;

function pino(w: LogWriter): Draft {
  const level = w.pick([30, 30, 30, 20, 40, 50, 60]);
  const [method, said] = [w.method(), say(w)];
  const token = SECRETS.bearer(w);
  const leaks = w.chance(0.04);
  const req = {
    id: w.int(1, 999),
    method,
    url: w.path(),
    headers: { host: "shop.example.com", "user-agent": w.agent(), ...(leaks && { authorization: `Bearer ${token}` }) },
    remoteAddress: w.ip(),
  };
  return {
    text: JSON.stringify({
      level,
      time: Number(w.time("%s%3")),
      pid: 17,
      hostname: "web-1",
      reqId: w.hex(8),
      req,
      msg: said.message,
    }),
    level: levelOf(String(level)),
    values: [method, ...said.values],
    secrets: [...said.secrets, ...(leaks ? [token] : [])],
  };
}

function bunyan(w: LogWriter): Draft {
  const [level, said, name] = [w.pick([30, 30, 20, 40, 50]), say(w), w.pick(["api", "worker"])];
  return {
    text: JSON.stringify({
      name,
      hostname: "web-1",
      pid: w.int(1, 99),
      component: w.word(),
      level,
      msg: said.message,
      time: w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
      v: 0,
    }),
    level: levelOf(String(level)),
    values: [name, ...said.values],
    secrets: said.secrets,
  };
}

function winston(w: LogWriter): Draft {
  const [level, said, service] = [
    w.pick(["info", "info", "warn", "error", "debug", "verbose"]),
    say(w),
    w.pick(["orders", "billing"]),
  ];
  return {
    text: JSON.stringify({
      level,
      message: said.message,
      service,
      meta: { user: w.user(), ms: w.int(1, 900) },
      timestamp: w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
    }),
    level: level === "verbose" ? "any" : levelOf(level),
    values: [service, ...said.values],
    secrets: said.secrets,
  };
}

function structlogJson(w: LogWriter): Draft {
  const [level, said, logger] = [
    w.pick(["info", "info", "warning", "error", "debug", "critical"]),
    say(w),
    w.pick(["app.orders", "app.cache"]),
  ];
  const exception = level === "error" ? { exception: pythonTrace(w) } : {};
  return {
    text: JSON.stringify({
      order_id: w.int(1, 9999),
      event: said.message,
      level,
      logger,
      timestamp: w.time("%Y-%m-%dT%H:%M:%S.%6Z"),
      ...exception,
    }),
    level: levelOf(level),
    values: [logger, ...said.values],
    secrets: said.secrets,
  };
}

function structlogConsole(w: LogWriter): Draft {
  const [level, said, user] = [w.pick(["info", "info", "info", "warning", "error", "debug"]), say(w), w.user()];
  const trace = level === "error" ? `\n${pythonTrace(w)}` : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S")} [${level.padEnd(9)}] ${said.message.padEnd(30)} order_id=${w.int(1, 9999)} user=${user}${trace}`,
    level: levelOf(level),
    values: [user],
    secrets: said.secrets,
  };
}

function pythonLog(w: LogWriter): Draft {
  const [level, said, logger] = [
    w.pick(["INFO", "INFO", "WARNING", "ERROR", "DEBUG", "CRITICAL"]),
    say(w),
    w.pick(["app.orders", "urllib3.connectionpool", "__main__"]),
  ];
  const trace = level === "ERROR" ? `\n${pythonTrace(w)}` : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S,%3")} - ${logger} - ${level} - ${said.message}${trace}`,
    level: levelOf(level),
    values: [logger, ...said.values],
    secrets: said.secrets,
  };
}

function django(w: LogWriter): Draft {
  const [method, path, status] = [w.method(), w.path(), String(w.status())];
  return {
    text: `[${w.time("%d/%b/%Y %H:%M:%S")}] "${method} ${path} HTTP/1.1" ${status} ${w.int(0, 90_000)}`,
    values: [method, path, status],
  };
}

/** Its own messages and the access log on one output. */
function gunicorn(w: LogWriter): Draft {
  const [method, path, status] = [w.method(), w.path(), String(w.status())];
  return w.of<Draft>([
    [
      4,
      () => ({
        text: `${w.ipv4()} - - [${w.time("%d/%b/%Y:%H:%M:%S %z")}] "${method} ${path} HTTP/1.1" ${status} ${w.int(0, 9000)} "-" "${w.agent()}"`,
        values: [method, path, status],
      }),
    ],
    [
      1,
      () => {
        const [level, message] = w.pick([
          ["INFO", `Booting worker with pid: ${w.int(10, 99)}`],
          ["CRITICAL", `WORKER TIMEOUT (pid:${w.int(10, 99)})`],
          ["WARNING", "Worker with pid 12 was terminated due to signal 15"],
        ] as const);
        return {
          text: `[${w.time("%Y-%m-%d %H:%M:%S %z")}] [${w.int(1, 99)}] [${level}] ${message}`,
          level: levelOf(level),
          values: [message],
        };
      },
    ],
  ]);
}

function uvicorn(w: LogWriter): Draft {
  const [method, path, status] = [
    w.method(),
    w.path(),
    w.pick(["200 OK", "404 Not Found", "500 Internal Server Error", "201 Created"]),
  ];
  return {
    text: `INFO:     ${w.ipv4()}:${w.port()} - "${method} ${path} HTTP/1.1" ${status}`,
    time: null,
    level: "info",
    values: [method, path, status.slice(0, 3)],
  };
}

function rails(w: LogWriter): Draft {
  const [id, level] = [w.uuid(), w.pick(["INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG"])];
  const password = SECRETS.password(w);
  const leaks = w.chance(0.05);
  const message = leaks
    ? `  Parameters: {"user"=>{"name"=>"${w.user()}", "password"=>"${password}"}}`
    : w.of<string>([
        [3, () => `Started ${w.method()} "${w.path()}" for ${w.ip()} at ${w.time("%Y-%m-%d %H:%M:%S %z")}`],
        [
          3,
          () =>
            `Completed ${w.status()} OK in ${w.int(1, 900)}ms (Views: ${w.int(1, 99)}.1ms | ActiveRecord: ${w.int(1, 99)}.4ms)`,
        ],
        [2, () => `Processing by ${w.pick(["Orders", "Users"])}Controller#${w.pick(["index", "show"])} as HTML`],
      ]);
  const trace =
    level === "ERROR"
      ? `\n[${id}] app/models/${w.word()}.rb:${w.int(5, 99)}:in \`total'\n[${id}] app/controllers/orders_controller.rb:12:in \`show'`
      : "";
  return {
    text: `${level[0]}, [${w.time("%Y-%m-%dT%H:%M:%S.%6")} #${w.int(1, 99)}] ${level.padStart(5)} -- : [${id}] ${message}${trace}`,
    level: levelOf(level),
    values: leaks || trace !== "" ? [id] : [id],
    secrets: leaks ? [password] : [],
  };
}

function laravel(w: LogWriter): Draft {
  const [level, said, environment] = [
    w.pick(["INFO", "INFO", "ERROR", "WARNING", "DEBUG", "NOTICE"]),
    say(w),
    w.pick(["production", "local"]),
  ];
  const trace =
    level === "ERROR"
      ? ` {"exception":"[object] (RuntimeException(code: 0): ${w.word()} missing at /var/www/app/Order.php:${w.int(5, 99)})\n[stacktrace]\n#0 /var/www/app/Http/Kernel.php(${w.int(5, 99)}): App\\\\Order->place()\n#1 {main}\n"}`
      : "";
  return {
    text: `[${w.time("%Y-%m-%d %H:%M:%S")}] ${environment}.${level}: ${said.message}${trace}`,
    level: levelOf(level),
    values: [environment, ...(trace === "" ? said.values : [])],
    secrets: said.secrets,
  };
}

function phpFpm(w: LogWriter): Draft {
  const level = w.pick(["NOTICE", "NOTICE", "WARNING", "ERROR"]);
  const message = w.of<string>([
    [2, () => `[pool www] server reached pm.max_children setting (${w.int(5, 50)}), consider raising it`],
    [
      2,
      () =>
        `[pool www] child ${w.int(10, 999)} exited with code 0 after ${w.int(1, 999)}.${w.digits(6)} seconds from start`,
    ],
    [1, () => "fpm is running, pid 1"],
  ]);
  return { text: `[${w.time("%d-%b-%Y %H:%M:%S")}] ${level}: ${message}`, level: levelOf(level), values: [message] };
}

export const SCRIPTING: readonly LogFormat[] = [
  {
    name: "pino",
    odd: () => "(node:17) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.",
    write: pino,
  },
  { name: "bunyan", write: bunyan },
  { name: "winston", write: winston },
  { name: "structlog-json", unit: MICROSECONDS, write: structlogJson },
  { name: "structlog-console", unit: SECOND, entries: 110, write: structlogConsole },
  { name: "python-logging", entries: 110, write: pythonLog },
  { name: "django", unit: SECOND, odd: () => "Watching for file changes with StatReloader", write: django },
  { name: "gunicorn", unit: SECOND, write: gunicorn },
  { name: "uvicorn", odd: () => "INFO:     Waiting for application startup.", write: uvicorn },
  { name: "rails", unit: MICROSECONDS, entries: 120, write: rails },
  { name: "laravel", unit: SECOND, entries: 110, write: laravel },
  { name: "php-fpm", unit: SECOND, write: phpFpm },
];
