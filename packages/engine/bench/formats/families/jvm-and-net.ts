/** Logs of programs on the Java virtual machine and on .NET. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { javaTrace, say } from "../messages.ts";

const LEVELS = ["INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"] as const;
const thread = (w: LogWriter): string => w.pick(["main", `nio-8080-exec-${w.int(1, 9)}`, `scheduling-${w.int(1, 3)}`]);
const shortLogger = (w: LogWriter): string =>
  w.pick(["c.e.shop.OrderController", "o.s.b.w.embedded.tomcat.TomcatWebServer", "c.e.shop.CacheService"]);
const longLogger = (w: LogWriter): string =>
  w.pick([
    "com.example.shop.OrderController",
    "com.example.shop.CacheService",
    "org.apache.kafka.clients.NetworkClient",
  ]);

/** `level`'s own share of stack traces behind a line. */
const withTrace = (w: LogWriter, level: string): string =>
  level === "ERROR" && w.chance(0.5) ? `\n${javaTrace(w)}` : "";

function log4j(w: LogWriter): Draft {
  const [level, logger, at, said] = [w.pick(LEVELS), longLogger(w), thread(w), say(w)];
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S,%3")} ${level.padEnd(5)} [${at}] ${logger} - ${said.message}${withTrace(w, level)}`,
    level: levelOf(level),
    values: [logger, at, ...said.values],
    secrets: said.secrets,
  };
}

export function springBoot2(w: LogWriter): Draft {
  const [level, logger, at, said] = [w.pick(LEVELS), shortLogger(w), thread(w), say(w)];
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3")} ${level.padStart(5)} 1 --- [${at.padStart(15)}] ${logger.padEnd(40)} : ${said.message}${withTrace(w, level)}`,
    level: levelOf(level),
    values: [logger, at, ...said.values],
    secrets: said.secrets,
  };
}

function springBoot3(w: LogWriter): Draft {
  const [level, logger, at, said] = [w.pick(LEVELS), shortLogger(w), thread(w), say(w)];
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%3%:z", 60)} ${level.padStart(5)} ${w.int(1, 9)} --- [shop] [${at.padStart(15)}] ${logger.padEnd(40)} : ${said.message}${withTrace(w, level)}`,
    level: levelOf(level),
    values: [logger, at, ...said.values],
    secrets: said.secrets,
  };
}

function logback(w: LogWriter): Draft {
  const [level, logger, said] = [w.pick(LEVELS), longLogger(w), say(w)];
  const values = { DEBUG: 10_000, INFO: 20_000, WARN: 30_000, ERROR: 40_000 };
  const entry = {
    "@timestamp": w.time("%Y-%m-%dT%H:%M:%S.%3%:z", 60),
    "@version": "1",
    message: said.message,
    logger_name: logger,
    thread_name: thread(w),
    level,
    level_value: values[level],
    ...(level === "ERROR" && { stack_trace: `${javaTrace(w)}\n` }),
    traceId: w.hex(32),
    spanId: w.hex(16),
  };
  return {
    text: JSON.stringify(entry),
    level: levelOf(level),
    values: [logger, ...said.values],
    secrets: said.secrets,
  };
}

const SERILOG = ["INF", "INF", "INF", "DBG", "WRN", "ERR", "FTL"] as const;

function serilog(w: LogWriter): Draft {
  const [level, said] = [w.pick(SERILOG), say(w)];
  const trace =
    level === "ERR"
      ? `\nSystem.InvalidOperationException: Sequence contains no elements\n   at Shop.Orders.OrderService.Place(Int32 id) in /src/Orders/OrderService.cs:line ${w.int(10, 300)}\n   at Shop.Program.Main(String[] args)`
      : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3 %:z", 120)} [${level}] ${said.message}${trace}`,
    level: levelOf(level),
    values: said.values,
    secrets: said.secrets,
  };
}

function clef(w: LogWriter): Draft {
  const [level, said] = [w.pick([undefined, undefined, undefined, "Warning", "Error", "Debug"]), say(w)];
  const [context, id] = [
    w.pick(["Shop.Orders.OrderService", "Microsoft.AspNetCore.Hosting.Diagnostics"]),
    w.int(1, 99999),
  ];
  const entry = {
    "@t": w.time("%Y-%m-%dT%H:%M:%S.%7Z"),
    "@m": said.message,
    "@i": w.hex(8),
    ...(level !== undefined && { "@l": level }),
    ...(level === "Error" && {
      "@x": "System.TimeoutException: The operation has timed out.\n   at Shop.Client.Send()",
    }),
    OrderId: id,
    SourceContext: context,
  };
  // Without a level it means information, which only the format's description says.
  return {
    text: JSON.stringify(entry),
    level: level === undefined ? "any" : levelOf(level),
    values: [context, String(id), ...said.values],
    secrets: said.secrets,
  };
}

function dotnet(w: LogWriter): Draft {
  const level = w.pick(["info", "info", "info", "warn", "fail", "dbug", "crit"] as const);
  const [category, said] = [
    w.pick([
      "Microsoft.Hosting.Lifetime",
      "Shop.Orders.OrderService",
      "Microsoft.EntityFrameworkCore.Database.Command",
    ]),
    say(w),
  ];
  const trace =
    level === "fail"
      ? "\n      System.TimeoutException: The operation has timed out.\n         at Shop.Client.Send()"
      : "";
  return {
    text: `${level}: ${category}[${w.int(0, 99)}]\n      ${said.message}${trace}`,
    time: null,
    level: level === "dbug" ? "debug" : levelOf(level),
    values: [category],
    secrets: said.secrets,
  };
}

function kafka(w: LogWriter): Draft {
  const level = w.pick(LEVELS);
  const logger = w.pick([
    "kafka.server.KafkaServer",
    "kafka.log.LogCleaner",
    "kafka.controller.KafkaController",
    "state.change.logger",
  ]);
  const message = w.of<string>([
    [
      2,
      () =>
        `[GroupCoordinator ${w.int(1, 3)}]: Preparing to rebalance group ${w.word()} in state PreparingRebalance with old generation ${w.int(1, 99)}`,
    ],
    [
      2,
      () =>
        `[Log partition=orders-${w.int(0, 9)}, dir=/var/lib/kafka/data] Deleting segment LogSegment(baseOffset=${w.int(1, 99999)}, size=${w.int(1, 99999)})`,
    ],
    [1, () => `[ReplicaManager broker=${w.int(1, 3)}] Shutting down`],
  ]);
  return {
    text: `[${w.time("%Y-%m-%d %H:%M:%S,%3")}] ${level} ${message} (${logger})${withTrace(w, level)}`,
    level: levelOf(level),
    values: [logger],
  };
}

function jenkins(w: LogWriter): Draft {
  const level = w.pick(["INFO", "INFO", "WARNING", "SEVERE"]);
  const logger = w.pick([
    "hudson.model.AsyncPeriodicWork#lambda$doRun$1",
    "jenkins.InitReactorRunner$1#onAttained",
    "h.p.r.RemotingDiagnostics#dump",
  ]);
  const message = w.of<string>([
    [2, () => `Started ${w.word()} cleanup`],
    [2, () => `Finished ${w.word()} cleanup. ${w.int(1, 900)} ms`],
    [1, () => "Completed initialization"],
  ]);
  const trace = level === "SEVERE" ? `\n${javaTrace(w)}` : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3%z")} [id=${w.int(10, 99)}]\t${level}\t${logger}: ${message}${trace}`,
    level: levelOf(level),
    values: [logger, message],
  };
}

function keycloak(w: LogWriter): Draft {
  const level = w.pick(["INFO", "INFO", "WARN", "ERROR", "DEBUG"]);
  const at = `executor-thread-${w.int(1, 40)}`;
  const [message, logger] = w.of<[string, string]>([
    [
      3,
      () => [
        `type="LOGIN_ERROR", realmId="${w.uuid()}", clientId="account-console", userId="null", ipAddress="${w.ipv4()}", error="user_not_found", auth_method="openid-connect", username="${w.user()}"`,
        "org.keycloak.events",
      ],
    ],
    [
      2,
      () => [
        `Keycloak 24.0.${w.int(1, 5)} on JVM (powered by Quarkus 3.8.4) started in ${w.seconds()}s. Listening on: http://0.0.0.0:8080`,
        "io.quarkus",
      ],
    ],
    [2, () => [`Refreshing keys for realm ${w.word()}`, "org.keycloak.keys"]],
  ]);
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S,%3")} ${level.padEnd(5)} [${logger}] (${at}) ${message}`,
    level: levelOf(level),
    values: [logger, at, message],
  };
}

function tomcat(w: LogWriter): Draft {
  const [level, logger] = [
    w.pick(["INFO", "INFO", "WARNING", "SEVERE"]),
    w.pick(["org.apache.catalina.startup.HostConfig.deployDirectory", "org.apache.coyote.AbstractProtocol.start"]),
  ];
  const message = w.of<string>([
    [2, () => `Deploying web application directory [/usr/local/tomcat/webapps/${w.word()}]`],
    [1, () => `Starting ProtocolHandler ["http-nio-${w.port()}"]`],
  ]);
  return {
    text: `${w.time("%d-%b-%Y %H:%M:%S.%3")} ${level} [main] ${logger} ${message}`,
    level: levelOf(level),
    values: [logger, message],
  };
}

export const JVM_AND_NET: readonly LogFormat[] = [
  { name: "log4j", entries: 120, write: log4j },
  { name: "spring-boot-2", entries: 120, odd: () => " :: Spring Boot ::               (v2.7.18)", write: springBoot2 },
  { name: "spring-boot-3", entries: 120, odd: () => " :: Spring Boot ::                (v3.3.1)", write: springBoot3 },
  { name: "logback-json", write: logback },
  { name: "serilog-text", entries: 110, write: serilog },
  { name: "serilog-clef", unit: 100n, write: clef },
  {
    name: "dotnet-console",
    entries: 90,
    unit: SECOND,
    odd: () => "Unhandled exception. System.IO.IOException: disk full",
    write: dotnet,
  },
  { name: "kafka", entries: 120, write: kafka },
  {
    name: "jenkins",
    entries: 110,
    odd: (w) => `Running from: /usr/share/jenkins/jenkins.war (${w.int(1, 9)})`,
    write: jenkins,
  },
  { name: "keycloak", write: keycloak },
  { name: "tomcat", write: tomcat },
];
