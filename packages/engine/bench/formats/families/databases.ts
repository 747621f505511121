/** Logs of databases. */
import { HOUR, SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { javaTrace } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;

/** What PostgreSQL says after `prefix`: an error comes with lines of its own about it. */
function postgres(w: LogWriter, prefix: string, values: readonly string[], time = w.now): Draft[] {
  const entry = (severity: string, message: string, more: Partial<Draft> = {}): Draft => ({
    text: `${prefix}${severity}:  ${message}`,
    time,
    level: ["STATEMENT", "DETAIL", "HINT"].includes(severity) ? "any" : levelOf(severity),
    values: [message, ...values],
    ...more,
  });
  return w.of<Draft[]>([
    [
      4,
      () => [
        entry(
          "LOG",
          `duration: ${w.int(1, 900)}.${w.digits(3)} ms  statement: SELECT * FROM orders WHERE id = ${w.int(1, 9999)}`,
        ),
      ],
    ],
    [
      2,
      () => [
        entry(
          "LOG",
          w.pick([
            "checkpoint starting: time",
            "database system is ready to accept connections",
            `connection received: host=${w.ipv4()} port=${w.port()}`,
          ]),
        ),
      ],
    ],
    [
      2,
      () => [
        entry("ERROR", `duplicate key value violates unique constraint "users_email_key"`),
        entry("DETAIL", `Key (id)=(${w.int(1, 999)}) already exists.`),
        entry("STATEMENT", `INSERT INTO users (id, name)\n\t\tVALUES ($1, $2)\n\tRETURNING id`, { values: [] }),
      ],
    ],
    [1, () => [entry("FATAL", `password authentication failed for user "${w.user()}"`)]],
    [1, () => [entry("WARNING", "there is no transaction in progress")]],
    [
      1,
      () => {
        const password = SECRETS.password(w);
        return [entry("LOG", `statement: ALTER ROLE app WITH PASSWORD '${password}'`, { values, secrets: [password] })];
      },
    ],
  ]);
}

function mysqlError(w: LogWriter): Draft {
  const level = w.pick(["System", "Note", "Note", "Warning", "Error"]);
  const code = `MY-0${w.digits(5)}`;
  const message = w.of<string>([
    [2, () => `Access denied for user '${w.user()}'@'${w.ipv4()}' (using password: YES)`],
    [
      2,
      () =>
        `Aborted connection ${w.int(1, 999)} to db: 'shop' user: 'app' host: '${w.host()}' (Got timeout reading communication packets)`,
    ],
    [2, () => `InnoDB: page_cleaner: 1000ms intended loop took ${w.int(1000, 9000)}ms.`],
    [
      1,
      () =>
        "/usr/sbin/mysqld: ready for connections. Version: '8.0.36'  socket: '/var/run/mysqld/mysqld.sock'  port: 3306  MySQL Community Server - GPL.",
    ],
  ]);
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%6Z")} ${w.int(0, 99)} [${level}] [${code}] [${w.pick(["Server", "InnoDB", "Repl"])}] ${message}`,
    level: level === "System" ? "any" : levelOf(level),
    values: [code, message],
  };
}

function mysqlSlow(w: LogWriter): Draft {
  const [user, query, rows] = [w.user(), `${w.int(1, 20)}.${w.digits(6)}`, String(w.int(0, 900_000))];
  const password = SECRETS.password(w);
  const leaks = w.chance(0.06);
  const statement = leaks
    ? `SET PASSWORD FOR 'app'@'%' = '${password}'`
    : w.chance(0.3)
      ? `SELECT o.id\n  FROM orders o\n WHERE o.total > ${w.int(1, 99)}`
      : `UPDATE ${w.word()} SET n = n + 1 WHERE id = ${w.int(1, 99)}`;
  return {
    text: [
      `# Time: ${w.time("%Y-%m-%dT%H:%M:%S.%6Z")}`,
      `# User@Host: ${user}[${user}] @ ${w.host()} [${w.ipv4()}]  Id: ${String(w.int(1, 9999)).padStart(5)}`,
      `# Query_time: ${query}  Lock_time: 0.000${w.digits(3)} Rows_sent: ${w.int(0, 99)}  Rows_examined: ${rows}`,
      `SET timestamp=${w.time("%s")};`,
      `${statement};`,
    ].join("\n"),
    values: [user, query, rows],
    secrets: leaks ? [password] : [],
  };
}

function mongo(w: LogWriter): Draft {
  const [s, c] = [w.pick(["I", "I", "I", "W", "E"]), w.pick(["NETWORK", "COMMAND", "STORAGE", "ACCESS"])];
  const [id, msg] = w.pick([
    [22943, "Connection accepted"],
    [51803, "Slow query"],
    [20249, "Authentication failed"],
    [22430, "WiredTiger message"],
  ] as const);
  const ctx = `conn${w.int(1, 999)}`;
  const attr =
    id === 51803
      ? {
          type: "command",
          ns: "shop.orders",
          durationMillis: w.int(100, 9000),
          command: { find: "orders", filter: { user: w.user() } },
        }
      : { remote: `${w.ipv4()}:${w.port()}`, connectionCount: w.int(1, 90) };
  return {
    text: JSON.stringify({ t: { $date: w.time("%Y-%m-%dT%H:%M:%S.%3+00:00") }, s, c, id, ctx, msg, attr }),
    level: levelOf(s),
    values: [c, ctx, msg],
  };
}

function mongoOld(w: LogWriter): Draft {
  const [s, c, ctx] = [
    w.pick(["I", "I", "W", "E"]),
    w.pick(["NETWORK", "COMMAND", "STORAGE", "-"]),
    `conn${w.int(1, 999)}`,
  ];
  const message = w.of<string>([
    [2, () => `end connection ${w.ipv4()}:${w.port()} (${w.int(1, 90)} connections now open)`],
    [
      2,
      () =>
        `command shop.orders command: find { find: "orders", filter: { user: "${w.user()}" } } planSummary: COLLSCAN docsExamined:${w.int(1, 99999)} ${w.int(100, 9000)}ms`,
    ],
    [1, () => "Detected unclean shutdown - /data/db/mongod.lock is not empty."],
  ]);
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%3+0000")} ${s} ${c.padEnd(8)} [${ctx}] ${message}`,
    level: levelOf(s),
    values: [ctx, message],
  };
}

function redis(w: LogWriter): Draft {
  const message = w.of<string>([
    [3, () => `${w.int(1, 100)} changes in 60 seconds. Saving...`],
    [3, () => `Background saving started by pid ${w.int(20, 999)}`],
    [2, () => "DB saved on disk"],
    [1, () => `Client id=${w.int(1, 99)} addr=${w.ipv4()}:${w.port()} closed: idle timeout`],
    [1, () => "WARNING Memory overcommit must be enabled!"],
  ]);
  return {
    text: `${w.int(1, 30)}:${w.pick(["M", "M", "C", "S"])} ${w.time("%d %b %Y %H:%M:%S.%3")} ${w.pick(["*", "*", "-", "#"])} ${message}`,
    level: "any",
    values: [message],
  };
}

const ES_MESSAGE = (w: LogWriter): string =>
  w.of<string>([
    [3, () => `[logs-${w.int(2020, 2029)}] creating index, cause [api], templates [], shards [1]/[${w.int(0, 2)}]`],
    [2, () => `[gc][${w.int(1, 9999)}] overhead, spent [${w.int(100, 999)}ms] collecting in the last [1s]`],
    [2, () => `low disk watermark [85%] exceeded on [${w.hex(8)}][node-1] free: ${w.int(1, 15)}gb[${w.int(5, 14)}%]`],
  ]);

function elastic(w: LogWriter): Draft {
  const [level, logger, message] = [
    w.pick(["INFO", "INFO", "WARN", "ERROR", "DEBUG"]),
    w.pick(["o.e.c.m.MetadataCreateIndexService", "o.e.m.j.JvmGcMonitorService", "o.e.c.r.a.DiskThresholdMonitor"]),
    ES_MESSAGE(w),
  ];
  const trace = level === "ERROR" ? `\n${javaTrace(w)}` : "";
  return {
    text: `[${w.time("%Y-%m-%dT%H:%M:%S,%3")}][${level.padEnd(5)}][${logger.padEnd(25)}] [node-${w.int(1, 3)}] ${message}${trace}`,
    level: levelOf(level),
    values: [logger, message],
  };
}

function elasticJson(w: LogWriter): Draft {
  const [level, message] = [w.pick(["INFO", "INFO", "WARN", "ERROR"]), ES_MESSAGE(w)];
  const logger = w.pick([
    "org.elasticsearch.cluster.metadata.MetadataCreateIndexService",
    "org.elasticsearch.monitor.jvm.JvmGcMonitorService",
  ]);
  return {
    text: JSON.stringify({
      "@timestamp": w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
      "log.level": level,
      message,
      "ecs.version": "1.2.0",
      "service.name": "ES_ECS",
      "event.dataset": "elasticsearch.server",
      "process.thread.name": `elasticsearch[node-1][generic][T#${w.int(1, 9)}]`,
      "log.logger": logger,
      "elasticsearch.cluster.name": "logs",
      "elasticsearch.node.name": "node-1",
    }),
    level: levelOf(level),
    values: [message, logger],
  };
}

function mariadb(w: LogWriter): Draft {
  const level = w.pick(["Note", "Note", "Warning", "ERROR"]);
  const message = w.of<string>([
    [2, () => `InnoDB: Buffer pool(s) load completed at ${w.int(100000, 999999)}`],
    [
      2,
      () =>
        `Aborted connection ${w.int(1, 99)} to db: 'shop' user: 'app' host: '${w.ipv4()}' (Got an error reading communication packets)`,
    ],
    [1, () => `Plugin 'FEEDBACK' is disabled.`],
  ]);
  // Hours below ten have a space in front.
  const hour = String(Number(w.time("%H"))).padStart(2);
  return {
    text: `${w.time("%Y-%m-%d")} ${hour}:${w.time("%M:%S")} ${w.int(0, 99)} [${level}] ${message}`,
    level: levelOf(level),
    values: [message],
  };
}

function clickhouse(w: LogWriter): Draft {
  const [level, source] = [
    w.pick(["Information", "Debug", "Trace", "Error", "Warning"]),
    w.pick(["executeQuery", "MergeTreeBackgroundExecutor", "TCPHandler"]),
  ];
  const message = w.of<string>([
    [2, () => `(from ${w.ipv4()}:${w.port()}) SELECT count() FROM ${w.word()} (stage: Complete)`],
    [2, () => `Read ${w.int(1, 9999)} rows, ${w.int(1, 900)}.00 KiB in ${w.seconds()} sec.`],
    [1, () => "Code: 60. DB::Exception: Table default.missing does not exist. (UNKNOWN_TABLE)"],
  ]);
  return {
    text: `${w.time("%Y.%m.%d %H:%M:%S.%6")} [ ${w.int(10, 999)} ] {${w.chance(0.5) ? w.uuid() : ""}} <${level}> ${source}: ${message}`,
    level: levelOf(level),
    values: [[message, `${source}: ${message}`]],
  };
}

export const DATABASES: readonly LogFormat[] = [
  {
    name: "postgres",
    entries: 180,
    write: (w) => postgres(w, `${w.time("%Y-%m-%d %H:%M:%S.%3")} UTC [${w.int(50, 999)}] `, []),
  },
  {
    name: "postgres-rds",
    unit: SECOND,
    write: (w) => {
      const user = w.user();
      return postgres(
        w,
        `${w.time("%Y-%m-%d %H:%M:%S")} UTC:${w.ipv4()}(${w.port()}):${user}@shop:[${w.int(100, 9999)}]:`,
        [user],
      );
    },
  },
  {
    // Its zone is written as an abbreviation: an hour east of Greenwich.
    name: "postgres-pgbadger",
    unit: SECOND,
    write: (w) => {
      const user = w.pick(["app", "report", "[unknown]"]);
      return postgres(
        w,
        `${w.time("%Y-%m-%d %H:%M:%S")} CET [${w.int(100, 9999)}]: [${w.int(1, 99)}-1] user=${user},db=shop,app=${w.pick(["psql", "web", "[unknown]"])},client=${w.ipv4()} `,
        [user],
        w.now - HOUR,
      );
    },
  },
  { name: "mysql-error", unit: MICROSECONDS, write: mysqlError },
  {
    name: "mysql-slow",
    unit: MICROSECONDS,
    entries: 45,
    head: ["/usr/sbin/mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:"],
    write: mysqlSlow,
  },
  { name: "mongodb-json", write: mongo },
  { name: "mongodb-text", write: mongoOld },
  { name: "redis", odd: () => "                _._                                                  ", write: redis },
  { name: "elasticsearch-text", entries: 110, write: elastic },
  { name: "elasticsearch-json", write: elasticJson },
  {
    name: "mariadb",
    unit: SECOND,
    odd: (w) =>
      `Version: '10.11.6-MariaDB'  socket: '/run/mysqld/mysqld.sock'  port: ${w.int(3306, 3309)}  mariadb.org binary distribution`,
    write: mariadb,
  },
  { name: "clickhouse", unit: MICROSECONDS, write: clickhouse },
];
