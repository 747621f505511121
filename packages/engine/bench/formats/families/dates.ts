/** Logs whose times are written in other ways: days first, months first, twelve hours, on a line or in a column of their own. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";

const MICROSECONDS = 1000n;
const LEVELS = ["INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"] as const;

/** The day before the month: some days are above twelve, so that the lines show it. */
function log4net(w: LogWriter): Draft {
  const [level, logger, said] = [w.pick(LEVELS), w.pick(["Shop.Orders.OrderService", "Shop.Web.Startup"]), say(w)];
  return {
    text: `${w.time("%d/%m/%Y %H:%M:%S,%3")} [${w.int(1, 40)}] ${level.padEnd(5)} ${logger} - ${said.message}`,
    level: levelOf(level),
    values: [logger, ...said.values],
    secrets: said.secrets,
  };
}

/** Two columns for date and time, the month first. */
function dhcp(w: LogWriter): Draft {
  const [[id, event], address, host] = [
    w.pick([
      ["10", "Assign"],
      ["11", "Renew"],
      ["12", "Release"],
      ["30", "DNS Update Request"],
    ] as const),
    w.ipv4(),
    `${w.host()}.corp.example.com`,
  ];
  return {
    text: `${id},${w.time("%m/%d/%y,%H:%M:%S")},${event},${address},${host},${w.hex(12).toUpperCase()},,${w.digits(9)},0,,,,0x4D53465420352E30,MSFT 5.0,,,,0`,
    values: [event, address, host],
  };
}

const twelve = (w: LogWriter): string => {
  const hour = Number(w.time("%H"));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${w.time("%M:%S")} ${hour < 12 ? "AM" : "PM"}`;
};

/** Java's own logging: the head on a line of its own, with twelve hours. */
function javaUtilLogging(w: LogWriter): Draft {
  const [level, source, said] = [
    w.pick(["INFO", "INFO", "WARNING", "SEVERE", "FINE"]),
    w.pick(["com.example.shop.OrderService place", "org.apache.coyote.AbstractProtocol start"]),
    say(w),
  ];
  return {
    text: `${w.time("%b %d, %Y")} ${twelve(w)} ${source}\n${level}: ${said.message}`,
    level: levelOf(level),
    values: said.values,
    secrets: said.secrets,
  };
}

/** The time stands on the line before. */
function oracleAlert(w: LogWriter): Draft {
  const text = w.of<string>([
    [
      2,
      () =>
        `Thread 1 advanced to log sequence ${w.int(100, 999)} (LGWR switch)\n  Current log# ${w.int(1, 3)} seq# ${w.int(100, 999)} mem# 0: /u01/oradata/SHOP/redo0${w.int(1, 3)}.log`,
    ],
    [1, () => `ORA-00060: Deadlock detected. See Note 60.1 at My Oracle Support for Troubleshooting ORA-60 Errors.`],
    [1, () => `ALTER SYSTEM SET processes=${w.int(100, 900)} SCOPE=SPFILE;`],
  ]);
  return { text: `${w.time("%Y-%m-%dT%H:%M:%S.%6%:z", 60)}\n${text}`, level: "any", values: [text.split("\n", 1)[0]!] };
}

/** Hundredths of a second, and no level but words in the message. */
function sqlServer(w: LogWriter): Draft {
  const source = w.pick(["Logon", "spid51", "Backup", "Server"]);
  const message = w.of<string>([
    [
      3,
      () =>
        `Login failed for user '${w.user()}'. Reason: Password did not match that for the login provided. [CLIENT: ${w.ipv4()}]`,
    ],
    [
      2,
      () =>
        `Database backed up. Database: shop, creation date(time): 2024/05/17(09:12:40), pages dumped: ${w.int(100, 9999)}.`,
    ],
    [1, () => `Error: 18456, Severity: 14, State: ${w.int(1, 60)}.`],
  ]);
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%2")} ${source.padEnd(11)} ${message}`,
    level: "any",
    values: [source, message],
  };
}

/** Seconds since 1970 with a level, as Nagios writes them. */
function nagios(w: LogWriter): Draft {
  const [kind, host] = [w.pick(["SERVICE ALERT", "HOST ALERT", "CURRENT SERVICE STATE"]), w.host()];
  const state = w.pick(["OK", "WARNING", "CRITICAL", "UNKNOWN"]);
  const rest = `${host};HTTP;${state};${w.pick(["SOFT", "HARD"])};${w.int(1, 4)};HTTP ${state}: HTTP/1.1 ${w.status()} - ${w.int(100, 900)} bytes in ${w.seconds()} second response time`;
  return { text: `[${w.time("%s")}] ${kind}: ${rest}`, level: "any", values: [kind] };
}

/** The C locale's `ctime`, as MongoDB's and many Unix programs write it. */
function ctime(w: LogWriter): Draft {
  const [level, said] = [w.pick(["info", "info", "warning", "error"]), say(w)];
  return {
    text: `${w.time("%a %b %e %H:%M:%S %Y")} ${level}: ${said.message}`,
    level: levelOf(level),
    values: said.values,
    secrets: said.secrets,
  };
}

export const DATES: readonly LogFormat[] = [
  { name: "log4net-day-first", write: log4net },
  {
    name: "windows-dhcp",
    unit: SECOND,
    head: [
      "ID,Date,Time,Description,IP Address,Host Name,MAC Address,User Name, TransactionID, QResult,Probationtime, CorrelationID,Dhcid,VendorClass(Hex),VendorClass(ASCII),UserClass(Hex),UserClass(ASCII),RelayAgentInformation,DnsRegError.",
    ],
    write: dhcp,
  },
  { name: "java-util-logging", unit: SECOND, entries: 120, write: javaUtilLogging },
  { name: "oracle-alert", unit: MICROSECONDS, entries: 80, write: oracleAlert },
  { name: "sql-server", unit: 10_000_000n, write: sqlServer },
  { name: "nagios", unit: SECOND, write: nagios },
  { name: "ctime", unit: SECOND, write: ctime },
];
