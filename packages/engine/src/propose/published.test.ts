/**
 * What is proposed for published logs: package, version and licence are named with each, and the excerpts are as short as
 * possible. Nothing is proposed for texts that are not a log.
 */
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { formatFile } from "../syntax/index.ts";
import { runStages } from "../testing/index.ts";
import { propose } from "./propose.ts";
import { preview } from "./run.ts";

const START = BigInt(Date.UTC(2024, 2, 10)) * 1_000_000n;

interface Row {
  readonly id: string;
  readonly from: string;
  readonly lines: readonly string[];
  readonly total: number;
  readonly timed: number | undefined;
  readonly yields: Readonly<Record<string, string>>;
}

const PUBLISHED: readonly Row[] = [
  {
    id: "docker",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/tests/files/logs/docker.log",
    lines: [
      '{"log":"Fetching main repository github.com/elastic/beats...\\n","stream":"stdout","time":"2016-03-02T22:58:51.338462311Z"}',
      '{"log":"Fetching dependencies...\\n","stream":"stdout","time":"2016-03-02T22:59:04.609292428Z"}',
      '{"log":"Execute /scripts/packetbeat_before_build.sh\\n","stream":"stdout","time":"2016-03-02T22:59:04.617434682Z"}',
      '{"log":"patching file vendor/github.com/tsg/gopacket/pcap/pcap.go\\n","stream":"stdout","time":"2016-03-02T22:59:04.626534779Z"}',
    ],
    total: 4,
    timed: undefined,
    yields: { stream: "stdout" },
  },
  {
    id: "cri",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/tests/files/logs/cri.log",
    lines: [
      "2017-09-12T22:32:21.212861448Z stdout F 2017-09-12 22:32:21.212 [INFO][88] table.go 710: Invalidating dataplane cache",
    ],
    total: 1,
    timed: undefined,
    yields: { stream: "stdout", flags: "F" },
  },
  {
    id: "json",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/logstash/log/test/logstash-json.log",
    lines: [
      '{"level":"INFO","loggerName":"logstash.agent","timeMillis":1546896321871,"thread":"Ruby-0-Thread-1: /Users/mat/work/elastic/releases/6.5.1/logstash/lib/bootstrap/environment.rb:6","logEvent":{"message":"Pipelines running","count":1,"running_pipelines":[{"metaClass":{"metaClass":{"metaClass":{"running_pipelines":"[:main]","non_running_pipelines":[]}}}}]}}',
      '{"level":"INFO","loggerName":"logstash.pipeline","timeMillis":1546896322538,"thread":"[main]>worker7","logEvent":{"message":"Pipeline has terminated","pipeline_id":"main","thread":"#<Thread:0x7d16ffef run>"}}',
      '{"level":"INFO","loggerName":"logstash.agent","timeMillis":1546896322594,"thread":"Api Webserver","logEvent":{"message":"Successfully started Logstash API endpoint","port":9600}}',
    ],
    total: 3,
    timed: 3,
    yields: { level: "INFO", loggerName: "logstash.agent", timeMillis: "1546896321871" },
  },
  {
    id: "logfmt",
    from: "github.com/go-logfmt/logfmt v0.6.0 (Go module, MIT), example_test.go",
    lines: ["id=1 dur=1.001s", 'id=1 path=/path/to/file err="file not found"'],
    total: 2,
    timed: undefined,
    yields: { id: "1" },
  },
  {
    id: "access-log",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/apache/access/test/test.log",
    lines: [
      '::1 - - [26/Dec/2016:16:16:29 +0200] "GET /favicon.ico HTTP/1.1" 404 209',
      '192.168.33.1 - - [26/Dec/2016:16:22:13 +0000] "GET /hello HTTP/1.1" 404 499 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.12; rv:50.0) Gecko/20100101 Firefox/50.0"',
      '::1 - - [26/Dec/2016:16:16:48 +0200] "-" 408 -',
      '172.17.0.1 - - [29/May/2017:19:02:48 +0000] "GET /stringpatch HTTP/1.1" 404 612 "-" "Mozilla/5.0 (Windows NT 6.1; rv:15.0) Gecko/20120716 Firefox/15.0a2" "-"',
      'monitoring-server - - [29/May/2017:19:02:48 +0000] "GET /status HTTP/1.1" 200 612 "-" "Mozilla/5.0 (Windows NT 6.1; rv:15.0) Gecko/20120716 Firefox/15.0a2" "-"',
      '127.0.0.1 - - [02/Feb/2019:05:38:45 +0100] "-" 408 152 "-" "-"',
      'monitoring-server - - [29/May/2017:19:02:48 +0000] "GET /A%20Beka%20G1%20Howe/029_AND_30/15%20reading%20elephants.mp4 HTTP/1.1" 200 612 "-" "Mozilla/5.0 (Windows NT 6.1; rv:15.0) Gecko/20120716 Firefox/15.0a2" "-"',
    ],
    total: 7,
    timed: 7,
    yields: { remote_addr: "::1", method: "GET", status: "404" },
  },
  {
    id: "access-log",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/nginx/access/test/test.log",
    lines: [
      '10.0.0.2, 10.0.0.1, 127.0.0.1 - - [07/Dec/2016:11:05:07 +0100] "GET /ocelot HTTP/1.1" 200 571 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.12; rv:49.0) Gecko/20100101 Firefox/49.0"',
      '172.17.0.1 - - [29/May/2017:19:02:48 +0000] "GET /stringpatch HTTP/1.1" 404 612 "-" "Mozilla/5.0 (Windows NT 6.1; rv:15.0) Gecko/20120716 Firefox/15.0a2" "-"',
      '10.0.0.2, 10.0.0.1, 85.181.35.98 - - [07/Dec/2016:11:05:07 +0100] "GET /ocelot HTTP/1.1" 200 571 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.12; rv:49.0) Gecko/20100101 Firefox/49.0"',
      '85.181.35.98 - - [07/Dec/2016:11:05:07 +0100] "GET /ocelot HTTP/1.1" 200 571 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.102 Safari/537.36"',
    ],
    total: 4,
    timed: 4,
    yields: { remote_addr: "10.0.0.2, 10.0.0.1, 127.0.0.1", path: "/ocelot" },
  },
  {
    id: "syslog-5424",
    from: "github.com/influxdata/go-syslog/v3 v3.0.0 (Go module, MIT), rfc5424/builder_test.go",
    lines: [
      '<1>1 2002-10-22T16:33:15.000087+01:00 host1 su 22 #1 [giga 1=""][mega x="a" y="b" z="\\" \\] \\\\"][peta a="name" c="nomen"] κόσμε',
      '<165>4 2018-10-11T22:14:15.003Z mymach.it e - 1 [ex@32473 iut="3"] An application event log entry...',
    ],
    total: 2,
    timed: 2,
    yields: { host: "host1", app: "su", message: "κόσμε" },
  },
  {
    id: "syslog-3164",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/system/auth/test/test.log",
    lines: [
      "Feb 21 21:54:44 localhost sshd[3402]: Accepted publickey for vagrant from 10.0.2.2 port 63673 ssh2: RSA 39:33:99:e9:a0:dc:f2:33:a3:e5:72:3b:7c:3a:56:84",
      "Feb 23 00:13:35 localhost sshd[7483]: Accepted password for vagrant from 192.168.33.1 port 58803 ssh2",
      "Feb 21 21:56:12 localhost sshd[3430]: Invalid user test from 10.0.2.2",
      "Feb 20 08:35:22 slave22 sshd[5774]: Failed password for root from 116.31.116.24 port 29160 ssh2",
      "Feb 21 23:35:33 localhost sudo: vagrant : TTY=pts/0 ; PWD=/home/vagrant ; USER=root ; COMMAND=/bin/ls",
      "Feb 19 15:30:04 slave22 sshd[18406]: Did not receive identification string from 123.57.245.163",
      "Feb 23 00:08:48 localhost sudo: vagrant : TTY=pts/1 ; PWD=/home/vagrant ; USER=root ; COMMAND=/bin/cat /var/log/secure",
      "Feb 24 00:13:02 precise32 sudo:      tsg : user NOT in sudoers ; TTY=pts/1 ; PWD=/home/vagrant ; USER=root ; COMMAND=/bin/ls",
      "Feb 22 11:47:05 localhost groupadd[6991]: new group: name=apache, GID=48",
    ],
    total: 9,
    timed: 9,
    yields: { host: "localhost", app: "sshd", pid: "3402" },
  },
  {
    id: "klog",
    from: "k8s.io/klog/v2 v2.130.1 (Go module, Apache-2.0), klog.go",
    lines: [
      'I1025 00:15:15.525108       1 controller_utils.go:116] "Pod status updated" pod="kubedns" status="ready"',
      'E1025 00:15:15.525108       1 controller_utils.go:114] "Failed to update pod status" err="timeout"',
    ],
    total: 2,
    timed: 2,
    yields: { level: "I", file: "controller_utils.go", line: "116" },
  },
  {
    id: "log4j",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/kafka/log/test/server.log",
    lines: [
      "[2017-08-04 10:48:20,377] INFO starting (kafka.server.KafkaServer)",
      "[2017-08-04 10:48:20,379] INFO Connecting to zookeeper on localhost:2181 (kafka.server.KafkaServer)",
      "[2017-08-04 10:48:20,400] INFO Client environment:java.io.tmpdir=/tmp (org.apache.zookeeper.ZooKeeper)",
      "[2017-08-04 10:48:20,400] INFO Client environment:java.compiler=<NA> (org.apache.zookeeper.ZooKeeper)",
      "[2017-08-04 10:48:20,401] INFO Initiating client connection, connectString=localhost:2181 sessionTimeout=6000 watcher=org.I0Itec.zkclient.ZkClient@5ffead27 (org.apache.zookeeper.ZooKeeper)",
    ],
    total: 5,
    timed: 5,
    yields: { level: "INFO", message: "starting (kafka.server.KafkaServer)" },
  },
  {
    id: "spring-boot",
    from: "the default pattern of Spring Boot 2, with a stack trace",
    lines: [
      "2026-11-25 14:02:11.345  INFO 12345 --- [main] c.e.App : msg",
      "2026-11-25 14:02:12.101  WARN 12345 --- [nio-8080-exec-1] o.s.web.servlet.DispatcherServlet        : Completed initialization in 1 ms",
      "2026-11-25 14:02:13.001 ERROR 12345 --- [           main] o.s.boot.SpringApplication               : Application run failed",
      "java.lang.IllegalStateException: no port",
      "\tat com.example.App.main(App.java:12)",
    ],
    total: 3,
    timed: 3,
    yields: { level: "INFO", pid: "12345", thread: "main", logger: "c.e.App", message: "msg" },
  },
  {
    id: "spring-boot",
    from: "the default pattern of Spring Boot 3, with the application's name and a trace",
    lines: [
      "2026-11-25T14:02:11.345+01:00  INFO 1 --- [app] [           main] c.e.App : msg: two",
      "2026-11-25T14:02:12.345+01:00 DEBUG 1 --- [app] [nio-8080-exec-1] [6f1c99e2d4a0-3d11] c.e.orders.OrderService : Order 17",
      "2026-11-25T13:02:12.345Z  INFO 1 --- [           main] c.e.App : msg",
    ],
    total: 3,
    timed: 3,
    yields: { level: "INFO", pid: "1", app: "app", thread: "main", logger: "c.e.App", message: "msg: two" },
  },
  {
    id: "nginx-error",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/nginx/error/test/error.log",
    lines: [
      '2016/10/25 14:49:34 [error] 54053#0: *1 open() "/usr/local/Cellar/nginx/1.10.2_1/html/favicon.ico" failed (2: No such file or directory), client: 127.0.0.1, server: localhost, request: "GET /favicon.ico HTTP/1.1", host: "localhost:8080", referrer: "http://localhost:8080/"',
      '2016/10/25 14:50:44 [error] 54053#0: *3 open() "/usr/local/Cellar/nginx/1.10.2_1/html/adsasd" failed (2: No such file or directory), client: 127.0.0.1, server: localhost, request: "GET /adsasd HTTP/1.1", host: "localhost:8080"',
    ],
    total: 2,
    timed: 2,
    yields: { level: "error", pid: "54053", connection: "1" },
  },
  {
    id: "python",
    from: "cpython 3 (PSF-2.0), Doc/howto/logging.rst",
    lines: [
      "2005-03-19 15:10:26,618 - simple_example - DEBUG - debug message",
      "2005-03-19 15:10:26,620 - simple_example - INFO - info message",
      "2005-03-19 15:10:26,695 - simple_example - WARNING - warn message",
    ],
    total: 3,
    timed: 3,
    yields: { logger: "simple_example", level: "DEBUG" },
  },
  {
    id: "postgres",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), filebeat/module/postgresql/log/test/postgresql-9.6-debian-with-slowlog.log",
    lines: [
      "2017-07-31 13:36:42.585 CEST [4974] LOG:  database system was shut down at 2017-06-17 16:58:04 CEST",
      "2017-07-31 13:36:42.605 CEST [4974] LOG:  MultiXact member wraparound protections are now enabled",
      "2017-07-31 13:36:42.615 CEST [4978] LOG:  autovacuum launcher started",
      "2017-07-31 13:36:42.616 CEST [4973] LOG:  database system is ready to accept connections",
      "2017-07-31 13:36:42.956 CEST [4980] [unknown]@[unknown] LOG:  incomplete startup packet",
      '2017-07-31 13:36:43.557 CEST [4983] postgres@postgres LOG:  duration: 37.118 ms  statement: SELECT d.datname as "Name",',
      '\t       pg_catalog.pg_get_userbyid(d.datdba) as "Owner",',
      '\t       pg_catalog.pg_encoding_to_char(d.encoding) as "Encoding",',
      '\t       d.datcollate as "Collate",',
      '\t       d.datctype as "Ctype",',
      "\t       pg_catalog.array_to_string(d.datacl, E'\\n') AS \"Access privileges\"",
      "\tFROM pg_catalog.pg_database d",
      "\tORDER BY 1;",
    ],
    total: 6,
    timed: 6,
    yields: { level: "LOG", pid: "4974", user: "[unknown]" },
  },
  {
    id: "windows-event-xml",
    from: "github.com/elastic/beats/v7 v7.17.29 (Go module, Apache-2.0), winlogbeat/sys/wineventlog/testdata/ec1.xml",
    lines: [
      "<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='EventCreate'/><EventID Qualifiers='0'>1000</EventID><Version>0</Version><Level>2</Level><Task>0</Task><Opcode>0</Opcode><Keywords>0x80000000000000</Keywords><TimeCreated SystemTime='2022-03-22T02:03:11.3106672Z'/><EventRecordID>316</EventRecordID><Correlation/><Execution ProcessID='0' ThreadID='0'/><Channel>Application</Channel><Computer>vagrant</Computer><Security UserID='S-1-5-21-2297499104-2362337018-4092230427-1000'/></System><EventData><Data>My custom error event for the application log</Data></EventData></Event>",
      "<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='WinWord'/><EventID Qualifiers='0'>999</EventID><Version>0</Version><Level>2</Level><Task>0</Task><Opcode>0</Opcode><Keywords>0x80000000000000</Keywords><TimeCreated SystemTime='2022-03-22T02:03:11.5132246Z'/><EventRecordID>317</EventRecordID><Correlation/><Execution ProcessID='0' ThreadID='0'/><Channel>Application</Channel><Computer>vagrant</Computer><Security UserID='S-1-5-21-2297499104-2362337018-4092230427-1000'/></System><EventData><Data>Winword event 999 happened due to low diskspace</Data></EventData></Event>",
    ],
    total: 2,
    timed: 2,
    yields: { event_id: "1000", channel: "Application", computer: "vagrant" },
  },
];

/** What leaves, as texts: extracted values, labels, metadata. */
const textsOf = (text: string, lines: readonly string[]): string =>
  preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  )
    .outputs.map(({ entry }) => JSON.stringify([[...entry.extracted], entry.labels.toRecord()]))
    .join("\n");

describe("a published log", () => {
  it.each(PUBLISHED)("is $id: $from", ({ id, lines, total, timed, yields }) => {
    const { text, figures, stages } = propose(lines, { start: START });
    expect(figures).toMatchObject({ entries: total, dropped: 0 });
    if (timed !== undefined) expect(figures).toMatchObject({ parsed: total, timed });
    const left = textsOf(text, lines);
    const { level, ...values } = yields;
    // A level is written in one spelling; PostgreSQL's HINT and STATEMENT are none.
    if (level !== undefined) expect(figures.leveled).toBe(id === "postgres" ? 4 : total);
    for (const value of Object.values(values)) expect(left).toContain(JSON.stringify(value).slice(1, -1));
    // It is a body of stages without a fault, formatted, each of which does something.
    expect(openDocument(text).diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(formatFile(text)).toMatchObject({ text });
    expect(runStages(text, lines).faults).toEqual([]);
    for (const { id, taken, read } of stages) if (taken) expect([id, read > 0]).toEqual([id, true]);
  });

  it("is read although one line in ten is something else, and says so", () => {
    const { lines } = PUBLISHED.find(({ id }) => id === "syslog-3164")!;
    const { figures, unparsed } = propose([...lines, "something else"], { start: START });
    expect(figures).toMatchObject({ parsed: 9, entries: 10 });
    expect(unparsed).toEqual([{ template: "something else", count: 1, line: 9 }]);
  });

  it("is read where entries have several lines", () => {
    const { text, figures } = propose(
      [
        "2005-03-19 15:10:26,618 - app - ERROR - failed",
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in <module>',
        "ValueError: x",
        "2005-03-19 15:10:26,620 - app - INFO - next",
      ],
      { start: START },
    );
    expect(figures).toMatchObject({ entries: 2, parsed: 2, timed: 2, leveled: 2 });
    expect(text).toMatch(/^stage\.multiline/);
  });

  it("is time, level and message without further detail, with the stacks of Node", () => {
    const { text, figures } = propose(
      [
        "2026-11-23T08:14:28.390Z INFO  starting worker 30659",
        "2026-11-23T08:14:28.393Z ERROR job failed for user@example.com from 10.0.0.159",
        "SyntaxError: Expected property name or '}' in JSON at position 1",
        "    at JSON.parse (<anonymous>)",
        "    at runScript (node:internal/process/execution:101:62)",
        "2026-11-23T08:14:28.393Z DEBUG heartbeat ok",
      ],
      { start: START },
    );
    expect(figures).toMatchObject({ entries: 3, parsed: 3, timed: 3, leveled: 3 });
    expect(text).toMatch(/^stage\.multiline/);
  });

  it.each([
    ["2024-03-10 12:00:00 [warning]: disk is full", "warn"],
    ["[2024-03-10T12:00:00+01:00] - error - gone", "error"],
    ["2024-03-10 12:00:00.123456 Info ready", "info"],
  ])("is time and level in %s", (line, level) => {
    const { text, figures } = propose([line], { start: START });
    expect(figures).toMatchObject({ timed: 1, leveled: 1 });
    expect(textsOf(text, [line])).toContain(`{"level":"${level}"}`);
  });
});

const NO_LOGS: Readonly<Record<string, string>> = {
  prose:
    "It was a bright cold day in April, and the clocks were striking.\nNobody looked up: there was nothing to see.\nHe said a = b and c = d, and left.",
  CSV: "id,name,created\n1,ann,2024-03-10\n2,bob,2024-03-11\n3,cid,2024-03-12",
  "a program": "export function add(a, b) {\n  const sum = a + b;\n  return sum;\n}\nlet x = add(1, 2), y = 3;",
  HTML: '<!doctype html>\n<html lang="en">\n<body class="a" id="b">\n<p>Text</p>\n</body>\n</html>',
  "a diff": "--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n-old line\n+new line\n unchanged",
  numbers: "1\n2\n3.5\n-4\n1700000000\n6e7",
  YAML: "server:\n  port: 8080\n  hosts:\n    - a.example\n    - b.example\nlevel: info",
  Markdown: "# Title\n\n- one item\n- another [link](https://example.org)\n\n```sh\nnpm test\n```",
  SQL: "SELECT id, name FROM users WHERE level = 'admin' AND age > 3\nORDER BY created;\nINSERT INTO t VALUES (1, 'x');",
  "a configuration": 'stage.regex {\n  expression = "a"\n}\n\nlogs.echo "out" { }',
  "a command's help":
    "Usage: tool [options] FILE\n  -a, --all     show all\n  --level=LEVEL  one of debug, info\n  --out=FILE",
  dates: "2024-03-10\n2024-03-11 12:00:00\n12/03/2024",
  "pretty JSON": '{\n  "level": "info",\n  "list": [\n    1,\n    2\n  ]\n}',
  "environment variables": "PATH=/usr/bin\nHOME=/root\nLANG=C",
};

it("of Windows events as Alloy hands them on has the sections of their message", () => {
  const message = "An account was logged on.\r\n\r\nSubject:\r\n\tSecurity ID:\tS-1-5-18";
  const event = { source: "Security", channel: "Security", computer: "host", event_id: 4624, message };
  const lines = [JSON.stringify(event)];
  const { text, figures } = propose(lines, { start: START });
  expect(figures.parsed).toBe(1);
  expect(textsOf(text, lines)).toContain('["Subject_SecurityID","S-1-5-18"]');
});

it("has no level in a word that only looks like one", () => {
  const lines = ["2024-03-10 12:00:00 status installed x", "2024-03-10 12:00:00 information"];
  expect(propose(lines, { start: START }).figures).toMatchObject({ timed: 2, leveled: 0 });
});

describe("no log", () => {
  it.each(Object.entries(NO_LOGS))("%s", (_, text) => {
    expect(propose(text.split("\n"), { start: START }).text).toBe("");
  });
});
