/** What guessed values are called: what their text or the columns around say, and nothing else. */
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";

const linesOf = (write: (i: number) => string): string[] =>
  Array.from({ length: 40 }, (_, i) => write(i).replaceAll("TIME", `2026-03-02 10:00:${String(10 + i)}.345`));
const namesOf = (lines: readonly string[]): string[] => [
  ...new Set([...propose(lines, { start: 0n }).text.matchAll(/\(\?P<(\w+)>/g)].map(([, name]) => name!)),
];
const DIGEST = "0123456789abcdef0123456789abcdef";
const digest = (i: number): string => DIGEST.slice(i % 16) + DIGEST.slice(0, i % 16);

describe("a guessed value", () => {
  it.each<[string, (i: number) => string, readonly string[], readonly string[]]>([
    [
      "of three digits is a status behind a request alone",
      (i) => `TIME\t${200 + i}\t${300 + i}\tqueue-${i % 3}\tready`,
      ["column_2", "column_3"],
      ["status", "bytes"],
    ],
    [
      "with three digits behind the point is a duration behind a request alone",
      (i) => `TIME\tv-${i % 3}\t${i % 4}.${100 + i}\t${i}.500\tdone`,
      ["column_3", "column_4"],
      ["duration", "upstream_duration"],
    ],
    [
      "is a status, bytes and a duration behind a request",
      (i) => `10.1.2.${i} - - [02/Mar/2026:10:00:${10 + i} +0000] "GET /a/${i} HTTP/1.1" 200 ${500 + i} 0.${100 + i}`,
      ["remote_addr", "status", "bytes", "duration"],
      [],
    ],
    ["of hex digits is no trace", (i) => `TIME ${digest(i)} ${i} ${i * 3}`, ["id"], ["trace_id", "request_id"]],
    [
      "in brackets is no process",
      (i) => `TIME [${i}] INFO Shop.Orders.Service - order ${i} placed`,
      [],
      ["pid", "thread"],
    ],
    [
      "in brackets with a colon behind is the process",
      (i) => `TIME shop.worker [${i}]: INFO order ${i} placed`,
      ["pid"],
      [],
    ],
    [
      "in brackets before a level of PostgreSQL is the process",
      (i) => `TIME UTC [${i}] ${i % 2 === 0 ? "LOG" : "ERROR"}:  statement ${i} ended`,
      ["pid"],
      [],
    ],
    [
      "that is a number before dashes is the process",
      (i) => `TIME  INFO ${i} --- [main] c.e.App : order ${i}`,
      ["pid"],
      [],
    ],
    ["that is a mail address is no user", (i) => `TIME u${i}@example.com ${i} ${i * 3} 7.5`, ["email"], ["user"]],
    ["with an address is one of nobody", (i) => `TIME 10.1.2.${i} ${i} ${i * 3} 7.5`, ["ip"], ["remote_addr"]],
    [
      "that is a clock is no address",
      (i) => `a-${i % 3},10:00:${10 + i},lease,renewed,${i}`,
      ["column_2"],
      ["ip", "remote_addr"],
    ],
    [
      "of capitals and a number is no request",
      (i) => `TIME,MSFT ${i % 3}.0,lease,renewed,${i}`,
      ["column_2"],
      ["request"],
    ],
    [
      "behind a time is the host where a program follows",
      (i) => `TIME web-${i % 3} sshd[${i}]: session ${i} opened`,
      ["host", "app", "pid"],
      [],
    ],
    [
      "with a form of its own is not called as the word before it",
      (i) => `TIME INFO Request finished HTTP/1.1 GET http://a.example/${i} - 200 - text/html ${i}.5ms`,
      ["method", "url"],
      ["finished", "get"],
    ],
    [
      "with dots in front of a request is no logger",
      (i) => `TIME www${i % 3}.example.org 10.1.2.${i} "GET /a/${i} HTTP/1.1" 200 ${500 + i}`,
      ["vhost"],
      ["logger"],
    ],
    [
      "of roles in brackets is no thread",
      (i) => `TIME [${["api", "worker", "mailer"][i % 3]!}] INFO order ${i} placed`,
      ["context"],
      ["thread"],
    ],
    [
      "of threads in brackets is the thread",
      (i) => `TIME [worker-${i % 3}] INFO order ${i} placed`,
      ["thread"],
      ["context"],
    ],
    [
      "of levels among which is one of the program's own is the level",
      (i) => `TIME [${["Note", "System", "Error", "Warning"][i % 4]!}] [MY-01${1000 + i}] order ${i} placed`,
      ["level", "code"],
      ["context"],
    ],
    [
      "of letters and digits in front of a message is a code",
      (i) => `TIME [error] AH0${1630 + (i % 4)}: client denied by configuration`,
      ["code"],
      ["logger", "app", "component"],
    ],
    [
      "of a router and its servers is no user and no referer",
      (i) =>
        `10.1.2.${i} - - [02/Mar/2026:10:00:${10 + i} +0000] "GET /a/${i} HTTP/1.1" 200 ${500 + i} "-" "-" ${i} "web@docker" "http://10.9.9.${i}:80" ${i}ms`,
      ["requests", "router", "upstream_url", "duration"],
      ["referer_2", "url"],
    ],
    [
      "in front of a colon without a host is no program",
      (i) => `TIME [INFO] core.raft: entry ${i} applied`,
      ["logger"],
      ["app"],
    ],
  ])("%s", (_, write, are, none) => {
    const names = namesOf(linesOf(write));
    expect(names).toEqual(expect.arrayContaining([...are]));
    expect(names.filter((name) => none.includes(name.replace(/_\d+$/, "")) || none.includes(name))).toEqual([]);
  });
});
