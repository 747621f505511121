/** Values between separators, keys and pairs, with the day and the clock apart; and lines without a time among others. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";

const LEVELS = ["INFO", "INFO", "INFO", "WARN", "ERROR"] as const;
const LETTERS = { I: "info", W: "warn", E: "error" } as const;

/** A door controller's export: a header, and a day and a clock in two columns. */
function csvSplit(w: LogWriter): Draft {
  const [level, host, took] = [w.pick(LEVELS), w.host(), `${w.int(1, 900)}`];
  const event = w.pick(["door opened", "door closed", "badge refused, twice", "battery low"]);
  return {
    text: `${w.time("%Y-%m-%d,%H:%M:%S")},${level},${host},${took},"${event}"`,
    level: levelOf(level),
    values: [host, took],
  };
}

/** A gateway of machines: a letter and a host between semicolons, and pairs behind them. */
function semicolonPairs(w: LogWriter): Draft {
  const [letter, host] = [w.pick(["I", "I", "I", "W", "E"] as const), `gw${w.int(1, 5)}`];
  const [tag, val, q] = [
    `${w.pick(["Oven", "Mixer", "Press"])}${w.int(1, 9)}.${w.pick(["Temp", "Rpm"])}`,
    w.seconds(),
    w.pick(["GOOD", "GOOD", "BAD"]),
  ];
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3")};${letter};${host};tag=${tag} val=${val} q=${q}`,
    level: LETTERS[letter],
    values: [host, tag, val, q],
  };
}

function jsonSplit(w: LogWriter): Draft {
  const [level, user, took] = [w.pick(["info", "info", "warn", "error"]), w.user(), w.int(1, 900)];
  const [date, time] = [w.time("%Y-%m-%d"), w.time("%H:%M:%S.%3")];
  return {
    text: JSON.stringify({
      date,
      time,
      level,
      user,
      took,
      msg: w.pick(["order placed", "cart emptied", "item added"]),
    }),
    level: levelOf(level),
    values: [user, `${took}`],
  };
}

/** Days with dots first, and minutes alone, between tabs behind a header. */
function tsvSplit(w: LogWriter): Draft {
  const [level, user, action] = [w.pick(LEVELS), w.user(), w.pick(["login", "logout", "lock"])];
  const count = `${w.int(1, 500)}`;
  return {
    text: [w.time("%d.%m.%Y"), w.time("%H:%M:%S"), level, user, action, count].join("\t"),
    level: levelOf(level),
    values: [user, action, count],
  };
}

/** Traces are not indented as a whole, and scripts write lines without a time between. */
function timeless(w: LogWriter): Draft {
  const [level, thread, said] = [w.pick(LEVELS), w.pick(["main", "worker-3"]), say(w)];
  const trace =
    level === "ERROR"
      ? `\njava.lang.IllegalStateException: no ${w.word()}\n\tat shop.Orders.place(Orders.java:12)`
      : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3")} ${level} [${thread}] shop.Orders - ${said.message}${trace}`,
    level: levelOf(level),
    values: [thread, ...said.values],
    secrets: said.secrets,
  };
}

export const SEPARATED: readonly LogFormat[] = [
  { name: "csv-split-time", unit: SECOND, head: ["Date,Time,Severity,Host,Duration,Message"], write: csvSplit },
  { name: "semicolon-pairs", write: semicolonPairs },
  { name: "json-date-and-time", write: jsonSplit },
  { name: "tsv-split-time", unit: SECOND, head: ["Day\tClock\tLevel\tUser\tAction\tCount"], write: tsvSplit },
  {
    name: "lines-without-time",
    entries: 130,
    write: timeless,
    odd: (w) => w.pick([`Listening on port ${w.int(8000, 9000)}`, "Backup finished without errors"]),
  },
];
