/**
 * Ready-made pipelines with realistic lines and passing tests. Each has three files, loaded when it is opened: a
 * configuration, a log and its tests. The cards' content is here, and a test compares it with the engine's result.
 */
import { DEFAULT_SEED, formatJsonLines, readSamples, type SampleContent } from "@sluice/engine";
import { type DocumentContent, emptyDocument } from "../../core/model/document.ts";
import { identify } from "../../core/model/samples.ts";
import { sumOfText } from "../../core/text/text-sum.ts";

const FILES = import.meta.glob<string>("./*.{alloy,log,jsonl,yaml}", { query: "?raw", import: "default" });

/** The content of an example's card: one of its lines, and the resulting line, labels, series or drop. */
export interface Shown {
  /** The line of one of its samples. */
  readonly line: string;
  readonly out: ShownOutcome;
}

export type ShownOutcome =
  /** The first line of the output. */
  | { readonly kind: "line"; readonly line: string; readonly about?: string }
  /** The resulting labels, in the form of the exposition. */
  | { readonly kind: "labels"; readonly labels: string }
  /** A series after all samples. */
  | { readonly kind: "series"; readonly series: string; readonly value: number }
  | { readonly kind: "dropped"; readonly stage: string; readonly why: string };

export interface Example {
  /** The name of its files. */
  readonly id: string;
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Labels of every sample, as written. */
  readonly labels: string;
  /** Start of the virtual clock, RFC 3339. */
  readonly clock: string;
  readonly shown: Shown;
  /** The sum of its texts (`sumOfExample`), which identifies an unchanged copy of the example. */
  readonly sum: string;
  /** Values that the rows of its samples show instead of the line. */
  readonly rows?: readonly string[];
  /** Keeps the input open, so that held entries are visible. */
  readonly holdEnd?: boolean;
  /** The path at which its stages expect the page's demo database. */
  readonly database?: string;
}

export interface ExampleTexts {
  readonly config: string;
  readonly tests: string;
  readonly entries: readonly SampleContent[];
}

const CLOCK = "2026-01-15T09:30:00Z";
/** Those of the start page come first. */
export const SHOWN_AT_START = 3;

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    id: "nginx",
    name: "nginx access log",
    about: "Parses requests, sets method and status labels, drops probes, counts.",
    labels: 'job="nginx"',
    clock: CLOCK,
    shown: {
      line: '10.2.3.1 - - [15/Jan/2026:08:00:10 +0000] "GET /healthz HTTP/1.1" 200 2 "-" "kube-probe/1.30" 0.000',
      out: { kind: "dropped", stage: "4", why: "its agent matches ^kube-probe/" },
    },
    rows: ["method", "status", "path"],
    sum: "48a270117678199f",
  },
  {
    id: "cri",
    name: "Kubernetes CRI with Java traces",
    about: "Joins the parts of long lines and the lines of a stack trace.",
    labels: 'namespace="shop", pod="orders-7f9c"',
    clock: "2026-03-02T10:00:10Z",
    shown: {
      line: "2026-03-02T10:00:02.588800362Z stderr F \tat com.example.Orders.place(Orders.java:88)",
      out: {
        kind: "line",
        line: 'Exception in thread "http-1" java.lang.IllegalStateException: cart is empty',
        about: "5 lines in 1",
      },
    },
    sum: "a6272a3cdc80f9ef",
  },
  {
    id: "secrets",
    name: "Secrets and card numbers",
    about: "Redacts them before anything is sent.",
    labels: 'app="shop"',
    clock: CLOCK,
    shown: {
      line: "2026-01-15T09:30:04.220Z ERROR charge declined: card=378282246310005 code=insufficient_funds",
      out: {
        kind: "line",
        line: "2026-01-15T09:30:04.220Z ERROR charge declined: card=<card> code=insufficient_funds",
      },
    },
    sum: "e469cc89697e3d2a",
  },
  {
    id: "docker",
    name: "Container JSON",
    about: "Parses Docker’s records and the JSON inside them.",
    labels: 'container="shop-api"',
    clock: CLOCK,
    shown: {
      line: '{"log":"{\\"ts\\":\\"2026-01-15T09:30:03.347Z\\",\\"level\\":\\"warn\\",\\"msg\\":\\"request took long\\",\\"trace\\":{\\"id\\":\\"795b929e9a9a8c10\\",\\"sampled\\":true},\\"http\\":{\\"method\\":\\"GET\\",\\"took_ms\\":1874}}\\n","stream":"stdout","time":"2026-01-15T09:30:03.969968298Z"}',
      out: { kind: "line", line: "request took long" },
    },
    rows: ["level", "msg"],
    sum: "56dc16e99e56932c",
  },
  {
    id: "logfmt",
    name: "logfmt service",
    about: "Normalizes levels, measures slow calls, drops heartbeats.",
    labels: 'app="gateway"',
    clock: CLOCK,
    shown: {
      line: 'ts=2026-01-15T09:30:02.783199126Z caller=querier.go:203 lvl=Warning org_id=team-b msg="slow query" query="{app=\\"shop\\"} |= \\"error\\"" duration=3.481s',
      out: { kind: "labels", labels: '{level="warn"}' },
    },
    rows: ["level", "caller", "took"],
    sum: "4d1eff9275e8d6a9",
  },
  {
    id: "java",
    name: "Java service",
    about: "Extracts levels and loggers, nests stages for orders, drops debug lines.",
    labels: 'app="shop"',
    clock: CLOCK,
    shown: {
      line: "2026-01-15 09:00:07,323 INFO  [http-nio-8080-exec-7] c.e.shop.OrderService - payment accepted for order 48213, amount 119.90 EUR, card 4111********1111",
      out: { kind: "line", line: "payment accepted for order 48213, amount 119.90 EUR, card 4111********1111" },
    },
    sum: "f85916104073a085",
  },
  {
    id: "auth",
    name: "SSH logins from syslog",
    about: "Parses times without a year, counts and labels failed logins.",
    labels: 'job="auth"',
    clock: CLOCK,
    shown: {
      line: "Jan 15 08:00:01 bastion sshd[5951]: Failed password for invalid user oracle from 203.0.113.7 port 45918 ssh2",
      out: { kind: "labels", labels: '{event="login_failed", host="bastion", program="sshd"}' },
    },
    sum: "01773365f3bf5f5c",
  },
  {
    id: "windows",
    name: "Windows events",
    about: "Parses the sections of messages, marks failed logons.",
    labels: 'job="windows"',
    clock: CLOCK,
    shown: {
      line: '{"source":"Microsoft-Windows-Security-Auditing","channel":"Security","computer":"dc01.corp.example","event_id":4625,"level":"Information","timeCreated":"2026-01-15T09:30:01.1684036Z","message":"An account failed to log on.\\r\\n\\r\\nSubject:\\r\\n\\tSecurity ID:\\t\\tS-1-0-0\\r\\n\\tAccount Name:\\t\\t-\\r\\n\\r\\nLogon Type:\\t\\t\\t3\\r\\n\\r\\nAccount For Which Logon Failed:\\r\\n\\tAccount Name:\\t\\tadministrator\\r\\n\\tAccount Domain:\\t\\tCORP\\r\\n\\r\\nFailure Information:\\r\\n\\tFailure Reason:\\t\\tUnknown user name or bad password.\\r\\n\\tStatus:\\t\\t\\t0xC000006D\\r\\n\\r\\nNetwork Information:\\r\\n\\tWorkstation Name:\\tWS-114\\r\\n\\tSource Network Address:\\t203.0.113.7"}',
      out: { kind: "line", line: "An account failed to log on." },
    },
    rows: ["event_id", "computer", "Description"],
    sum: "f08e1ec34687d48b",
  },
  {
    id: "geoip",
    name: "GeoIP",
    about: "Finds country and city of clients, then shortens their addresses.",
    labels: 'job="edge"',
    clock: CLOCK,
    shown: {
      line: "192.0.2.15 GET /assets/app-4f1c2d.js 304 29701",
      out: { kind: "labels", labels: '{country="DE"}' },
    },
    database: "/usr/share/GeoIP/demo-city.mmdb",
    sum: "b85135ffde3ffcbb",
  },
  {
    id: "metrics",
    name: "Metrics from logs",
    about: "Counts sums, gauges and durations, then drops the counted lines.",
    labels: 'app="payments"',
    clock: CLOCK,
    shown: {
      line: "event=charge order=48300 currency=EUR result=declined took=3000ms queue=5 code=timeout",
      out: { kind: "series", series: 'payments_declined_total{app="payments",currency="EUR"}', value: 2 },
    },
    sum: "9595a9f8fbe5e845",
  },
  {
    id: "tenants",
    name: "Multi-tenant routing",
    about: "Routes teams, customers and auditors to separate tenants.",
    labels: 'cluster="eu-1"',
    clock: CLOCK,
    shown: {
      line: "audit: refund of order 48213 by ann customer=acme",
      out: { kind: "labels", labels: '{__tenant_id__="security", retention="400d"}' },
    },
    sum: "e762ecfb4e153290",
  },
  {
    id: "limit",
    name: "Rate limit and sampling",
    about: "Samples debug lines, limits each client, delays the rest.",
    labels: 'app="batch"',
    clock: CLOCK,
    shown: {
      line: 'level=info client=import batch=5 rows=305 msg="batch imported"',
      out: { kind: "dropped", stage: "4", why: "its client had written four at once" },
    },
    holdEnd: true,
    sum: "a39078c996d44da5",
  },
  {
    id: "arrays",
    name: "Nested JSON arrays",
    about: "Splits files into records, sets the time of each, drops mere reads.",
    labels: 'job="trail"',
    clock: CLOCK,
    shown: {
      line: '{"account":"111122223333","Records":[{"eventVersion":"1.11","eventTime":"2026-01-15T09:00:11Z","eventSource":"ec2.amazonaws.com","eventName":"AuthorizeSecurityGroupIngress","userIdentity":{"type":"IAMUser","userName":"bo"},"requestParameters":{"groups":[{"name":"sg-web"},{"name":"sg-db"}]}},{"eventVersion":"1.11","eventTime":"2026-01-15T09:00:17Z","eventSource":"ec2.amazonaws.com","eventName":"DescribeInstances","userIdentity":{"type":"IAMUser","userName":"bo"}},{"eventVersion":"1.11","eventTime":"2026-01-15T09:00:22Z","eventSource":"ec2.amazonaws.com","eventName":"RunInstances","userIdentity":{"type":"IAMUser","userName":"bo"},"requestParameters":{"groups":[{"name":"sg-web"}]},"errorCode":"UnauthorizedOperation"}]}',
      out: {
        kind: "line",
        line: '{"eventName":"AuthorizeSecurityGroupIngress","eventSource":"ec2.amazonaws.com","eventTime":"2026-01-15T09:00:11Z","eventVersion":"1.11","requestParameters":{"groups":[{"name":"sg-web"},{"name":"sg-db"}]},"userIdentity":{"type":"IAMUser","userName":"bo"}}',
        about: "2 entries of 1",
      },
    },
    sum: "a214db9f0dd0d943",
  },
];

/** Loads an example's files. Throws if one cannot be loaded. */
export async function loadExample({ id }: Pick<Example, "id">): Promise<ExampleTexts> {
  const [config, tests, lines] = await Promise.all([
    FILES[`./${id}.alloy`]!(),
    FILES[`./${id}.tests.yaml`]!(),
    (FILES[`./${id}.log`] ?? FILES[`./${id}.jsonl`])!(),
  ]);
  const read = readSamples(lines);
  if (!read.ok) throw new Error(`example ${id}, line ${read.error.line}: ${read.error.message}`);
  return { config, tests, entries: read.entries };
}

/** An example as a document. */
export async function documentOf(example: Example, name = example.name): Promise<DocumentContent> {
  const { config, tests, entries } = await loadExample(example);
  return {
    ...emptyDocument(name),
    text: config,
    tests,
    samples: identify(entries, 1),
    commonLabels: example.labels,
    clock: example.clock,
    holdEnd: example.holdEnd ?? false,
  };
}

/** A sum that distinguishes an example from an edited copy. */
export const sumOfExample = ({ text, tests, samples }: DocumentContent): string =>
  sumOfText(`${text}\0${tests}\0${formatJsonLines(samples)}`);

/** The example that a document is an unchanged copy of, under any name; undefined if it was changed. */
export function untouchedExample(content: DocumentContent): Example | undefined {
  const { commonLabels, clock, seed, draft } = content;
  if (seed !== DEFAULT_SEED || draft !== null) return undefined;
  const alike = EXAMPLES.filter((one) => one.labels === commonLabels && one.clock === clock);
  if (alike.length === 0) return undefined;
  const sum = sumOfExample(content);
  return alike.find((one) => one.sum === sum);
}

export const isUntouchedExample = (content: DocumentContent): boolean => untouchedExample(content) !== undefined;
