/** Times that are hard to read can be read by stages, and blocks of lines joined: the corpus asks for nothing that cannot be had. */
import { expect, it } from "vitest";
import { FORMATS, writeLog } from "../formats/index.ts";
import { measure } from "./measure.ts";

interface Case {
  readonly name: string;
  /** With a group `time`. */
  readonly expression: string;
  readonly format: string;
  /** Beginning of an entry of several lines. */
  readonly first?: string;
}

const CASES: readonly Case[] = [
  { name: "mariadb", expression: "^(?P<time>\\S+ +\\S+) \\d+ \\[", format: "2006-01-02 15:04:05" },
  { name: "windows-dhcp", expression: "^\\d+,(?P<time>[\\d/]+,[\\d:]+),", format: "01/02/06,15:04:05" },
  {
    name: "java-util-logging",
    expression: "^(?P<time>.*? [AP]M) ",
    format: "Jan 02, 2006 3:04:05 PM",
    first: "^[A-Z][a-z]{2} \\d{2}, ",
  },
  { name: "oracle-alert", expression: "^(?P<time>\\S+)\\n", format: "RFC3339Nano", first: "^\\d{4}-\\d{2}-\\d{2}T" },
  { name: "mysql-slow", expression: "^# Time: (?P<time>\\S+)", format: "RFC3339Nano", first: "^# Time: " },
  { name: "journald-export", expression: "__REALTIME_TIMESTAMP=(?P<time>\\d+)", format: "UnixUs", first: "^__CURSOR=" },
  { name: "auditd", expression: "msg=audit\\((?P<time>[\\d.]+):", format: "Unix" },
  { name: "squid", expression: "^(?P<time>\\d+\\.\\d+) ", format: "Unix" },
  { name: "vpc-flow", expression: " (?P<time>1\\d{9}) 1\\d{9} \\S+ \\w+$", format: "Unix" },
  { name: "nagios", expression: "^\\[(?P<time>\\d+)\\]", format: "Unix" },
  { name: "mosquitto", expression: "^(?P<time>\\d+): ", format: "Unix" },
  {
    name: "rails",
    expression: "^\\w, \\[(?P<time>\\S+) #",
    format: "2006-01-02T15:04:05.000000",
    first: "^[A-Z], \\[",
  },
  {
    name: "zap-console",
    expression: "^(?P<time>\\S+)",
    format: "2006-01-02T15:04:05.000-0700",
    first: "^\\d{4}-\\d{2}-",
  },
  { name: "laravel", expression: "^\\[(?P<time>[^\\]]+)\\]", format: "2006-01-02 15:04:05", first: "^\\[\\d{4}-" },
  { name: "sql-server", expression: "^(?P<time>\\S+ \\S+) ", format: "2006-01-02 15:04:05.00" },
  { name: "log4net-day-first", expression: "^(?P<time>\\S+ \\S+) ", format: "02/01/2006 15:04:05,000" },
  { name: "kubelet-klog", expression: "^[A-Z](?P<time>\\d{4} \\S+) ", format: "0102 15:04:05.000000" },
  { name: "windows-event-xml", expression: "SystemTime='(?P<time>[^']+)'", format: "RFC3339Nano" },
  { name: "iis-w3c", expression: "^(?P<time>\\S+ \\S+) ", format: "2006-01-02 15:04:05" },
  { name: "cloudfront", expression: "^(?P<time>\\S+\\t\\S+)\\t", format: "2006-01-02\t15:04:05" },
  { name: "cisco-asa", expression: "^<\\d+>(?P<time>\\w+ \\d+ \\d+ \\S+) ", format: "Jan 02 2006 15:04:05" },
  { name: "tomcat", expression: "^(?P<time>\\S+ \\S+) ", format: "02-Jan-2006 15:04:05.000" },
];

const stagesOf = ({
  expression,
  format,
  first,
}: Case): string => `${first === undefined ? "" : `stage.multiline {\n  firstline = ${JSON.stringify(first)}\n}\n`}stage.regex {
  expression = ${JSON.stringify(expression)}
}
stage.timestamp {
  source = "time"
  format = ${JSON.stringify(format)}
`;

it.each(CASES)("reads every time of $name", (one) => {
  const measured = measure(stagesOf(one), writeLog(FORMATS.find(({ name }) => name === one.name)!));
  const wrong = measured.failures.filter(
    ({ kind, reason }) => kind === "time" || (kind === "lost" && !reason.startsWith("does not leave")),
  );
  expect(wrong.slice(0, 2)).toEqual([]);
  expect(measured.time.right).toBeGreaterThan(20);
});
