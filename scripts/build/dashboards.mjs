// `node scripts/build/dashboards.mjs`: writes the Grafana dashboard and the alert rules for Prometheus in `deploy` from the
// lists below. A test compares them, and finds in a running server every series that they read.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainModule } from "../base/main-module.mjs";

/**
 * A family of ours, which has Alloy's prefix where the configuration names the component as Alloy does.
 * @param {string} name
 */
const ours = (name) => `{__name__=~"(?:logs|loki)_${name}",instance=~"$instance"}`;
/**
 * A family of journals: those of `logs.journal`, and the `wal` of writers.
 * @param {string} name
 */
const journals = (name) => `{__name__=~"logs_journal_${name}|(?:logs|loki)_write_wal_${name}",instance=~"$instance"}`;
/** @param {string} name */
const plain = (name) => `${name}{instance=~"$instance"}`;
/**
 * @param {string} series
 * @param {string} by
 */
const rate = (series, by) => `sum by (${by}) (rate(${series}[$__rate_interval]))`;
/**
 * @param {number} q
 * @param {string} name
 * @param {string} by
 */
const quantile = (q, name, by) =>
  `histogram_quantile(${q}, sum by (le, ${by}) (rate(${ours(`${name}_bucket`)}[$__rate_interval])))`;

/** A part of one for each journal. */
const fill = `sum by (instance, component_id) (${journals("size_bytes")}) / sum by (instance, component_id) (${journals("max_size_bytes")})`;

/** @typedef {readonly [expr: string, legend: string]} Query */

/** @type {readonly { title: string, panels: readonly { title: string, unit: string, queries: readonly Query[] }[] }[]} */
const ROWS = [
  {
    title: "The server",
    panels: [
      {
        title: "Unhealthy components",
        unit: "short",
        queries: [[plain("sluice_component_unhealthy"), "{{instance}}"]],
      },
      {
        title: "The last configuration runs (1) or was refused (0)",
        unit: "short",
        queries: [[plain("sluice_config_last_load_successful"), "{{instance}}"]],
      },
      { title: "Resident memory", unit: "bytes", queries: [[plain("process_resident_memory_bytes"), "{{instance}}"]] },
      {
        title: "Failures inside components",
        unit: "ops",
        queries: [[rate(plain("sluice_component_faults_total"), "component_id"), "{{component_id}}"]],
      },
    ],
  },
  {
    title: "In",
    panels: [
      {
        title: "Entries over the push API",
        unit: "cps",
        queries: [[rate(ours("source_api_entries_written"), "component_id"), "{{component_id}}"]],
      },
      {
        title: "Pushes by answer",
        unit: "reqps",
        queries: [
          [rate(ours("source_api_requests_total"), "component_id, status_code"), "{{component_id}} {{status_code}}"],
        ],
      },
      {
        title: "Time to answer a push (99 %)",
        unit: "s",
        queries: [[quantile(0.99, "source_api_request_duration_seconds", "component_id"), "{{component_id}}"]],
      },
      {
        title: "Lines of files",
        unit: "cps",
        queries: [[rate(ours("source_file_read_lines_total"), "component_id"), "{{component_id}}"]],
      },
    ],
  },
  {
    title: "Pipelines",
    panels: [
      {
        title: "Entries in, and dropped",
        unit: "cps",
        queries: [
          [rate(ours("process_entries_in_total"), "component_id"), "{{component_id}} in"],
          [rate(ours("process_entries_dropped_total"), "component_id"), "{{component_id}} dropped"],
        ],
      },
      {
        title: "Dropped by reason",
        unit: "cps",
        queries: [[rate(ours("process_dropped_lines_total"), "component_id, reason"), "{{component_id}} {{reason}}"]],
      },
    ],
  },
  {
    title: "Out",
    panels: [
      {
        title: "Entries sent",
        unit: "cps",
        queries: [[rate(ours("write_sent_entries_total"), "component_id, host, tenant"), "{{host}} {{tenant}}"]],
      },
      {
        title: "Entries lost",
        unit: "cps",
        queries: [[rate(ours("write_dropped_entries_total"), "component_id, host, reason"), "{{host}} {{reason}}"]],
      },
      {
        title: "Entries that wait",
        unit: "short",
        queries: [[`sum by (component_id, host) (${ours("write_entries_queued")})`, "{{host}}"]],
      },
      {
        title: "Requests by answer",
        unit: "reqps",
        queries: [
          [rate(ours("write_request_duration_seconds_count"), "host, status_code"), "{{host}} {{status_code}}"],
        ],
      },
      {
        title: "Time of a request (99 %)",
        unit: "s",
        queries: [[quantile(0.99, "write_request_duration_seconds", "host"), "{{host}}"]],
      },
      {
        title: "From arrival to delivery (99 %)",
        unit: "s",
        queries: [[quantile(0.99, "write_entry_propagation_latency_seconds", "host"), "{{host}}"]],
      },
      {
        title: "Bytes sent",
        unit: "Bps",
        queries: [[rate(ours("write_sent_bytes_total"), "host"), "{{host}}"]],
      },
      {
        title: "Attempts that were repeated",
        unit: "ops",
        queries: [[rate(ours("write_batch_retries_total"), "host"), "{{host}}"]],
      },
    ],
  },
  {
    title: "Journals",
    panels: [
      {
        title: "How full they are",
        unit: "percentunit",
        queries: [[fill, "{{component_id}}"]],
      },
      {
        title: "Entries that a receiver has not delivered",
        unit: "short",
        queries: [[`sum by (component_id, receiver) (${journals("lag_entries")})`, "{{component_id}} {{receiver}}"]],
      },
      {
        title: "Age of the oldest entry",
        unit: "s",
        queries: [
          [`time() - min by (component_id) (${journals("oldest_entry_timestamp_seconds")})`, "{{component_id}}"],
        ],
      },
      {
        title: "Entries in, and given again after a restart",
        unit: "cps",
        queries: [
          [rate(journals("entries_total"), "component_id"), "{{component_id}} in"],
          [rate(journals("replayed_entries_total"), "component_id"), "{{component_id}} again"],
        ],
      },
    ],
  },
];

/** @param {string} expression */
const anywhere = (expression) =>
  expression.replaceAll(',instance=~"$instance"', "").replaceAll('{instance=~"$instance"}', "");
/** @param {string} name */
const increase = (name) => anywhere(`increase(${ours(name)}[10m])`);
const ALERTS = [
  {
    alert: "SluiceConfigRefused",
    expr: "sluice_config_last_load_successful == 0",
    for: "5m",
    severity: "warning",
    summary: "The last configuration was refused on {{ $labels.instance }}; the one before runs on.",
  },
  {
    alert: "SluiceComponentUnhealthy",
    expr: "sluice_component_unhealthy > 0",
    for: "5m",
    severity: "warning",
    summary: "{{ $value }} components of {{ $labels.instance }} are unhealthy; /-/ready says which, and why.",
  },
  {
    alert: "SluiceEntriesLost",
    expr: `sum by (instance, component_id, host, reason) (${increase("write_dropped_entries_total")}) > 0`,
    for: "0m",
    severity: "critical",
    summary: "{{ $labels.component_id }} lost entries for {{ $labels.host }}: {{ $labels.reason }}.",
  },
  {
    alert: "SluiceUpstreamFails",
    expr: `sum by (instance, component_id, host) (${increase("write_batch_retries_total")}) > 20`,
    for: "10m",
    severity: "warning",
    summary:
      "{{ $labels.host }} has been failing for {{ $labels.component_id }}; what comes is queued, and then refused.",
  },
  {
    alert: "SluicePushesTurnedAway",
    expr: anywhere(
      `sum by (instance, component_id) (rate({__name__=~"(?:logs|loki)_source_api_requests_total",status_code="429"}[5m])) > 0`,
    ),
    for: "10m",
    severity: "warning",
    summary: "{{ $labels.component_id }} turns pushes away, since the next component is full.",
  },
  {
    alert: "SluiceJournalFills",
    expr: anywhere(`${fill} > 0.7`),
    for: "5m",
    severity: "warning",
    summary:
      "The journal of {{ $labels.component_id }} is {{ $value | humanizePercentage }} full: a receiver does not keep up, and a full journal takes nothing more.",
  },
  {
    alert: "SluiceJournalFull",
    expr: anywhere(`${fill} > 0.97`),
    for: "1m",
    severity: "critical",
    summary: "The journal of {{ $labels.component_id }} is full: clients are refused, and files are not read on.",
  },
  {
    alert: "SluiceJournalOld",
    expr: anywhere(`time() - min by (instance, component_id) (${journals("oldest_entry_timestamp_seconds")}) > 3600`),
    for: "5m",
    severity: "warning",
    summary: "{{ $labels.component_id }} has held an entry for more than an hour; Live says which receiver is behind.",
  },
  {
    alert: "SluiceJournalDamaged",
    expr: anywhere(`sum by (instance, component_id) (${journals("damaged_parts")}) > 0`),
    for: "0m",
    severity: "critical",
    summary: "Files of the journal of {{ $labels.component_id }} are damaged: entries are lost; its log says where.",
  },
  {
    alert: "SluiceFaults",
    expr: "increase(sluice_component_faults_total[10m]) > 0",
    for: "0m",
    severity: "warning",
    summary: "{{ $labels.component_id }} failed inside, which is a bug in Sluice; its log says how.",
  },
];

const DATASOURCE = { type: "prometheus", uid: "${datasource}" };
const [WIDTH, HEIGHT] = [6, 8];

function dashboard() {
  let y = 0;
  let id = 0;
  const panels = ROWS.flatMap(({ title, panels: all }) => {
    const row = { id: ++id, type: "row", title, collapsed: false, gridPos: { x: 0, y: y++, w: 24, h: 1 }, panels: [] };
    const inRow = all.map(({ title: name, unit, queries }, i) => ({
      id: ++id,
      type: "timeseries",
      title: name,
      datasource: DATASOURCE,
      gridPos: { x: (i % 4) * WIDTH, y: y + Math.floor(i / 4) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: "never" } }, overrides: [] },
      options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
      targets: queries.map(([expr, legendFormat], k) => ({
        refId: String.fromCharCode(65 + k),
        datasource: DATASOURCE,
        expr,
        legendFormat,
      })),
    }));
    y += Math.ceil(all.length / 4) * HEIGHT;
    return [row, ...inRow];
  });
  return {
    title: "Sluice",
    uid: "sluice",
    tags: ["sluice", "logs"],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: "30s",
    time: { from: "now-1h", to: "now" },
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus", label: "Prometheus" },
        {
          name: "instance",
          type: "query",
          datasource: DATASOURCE,
          query: { query: "label_values(sluice_build_info, instance)", refId: "instance" },
          includeAll: true,
          multi: true,
          refresh: 2,
        },
      ],
    },
    panels,
  };
}

function rules() {
  const lines = ["# Made by scripts/build/dashboards.mjs.", "groups:", "  - name: sluice", "    rules:"];
  for (const { alert, expr, for: duration, severity, summary } of ALERTS)
    lines.push(
      `      - alert: ${alert}`,
      `        expr: ${JSON.stringify(expr)}`,
      `        for: ${duration}`,
      "        labels:",
      `          severity: ${severity}`,
      "        annotations:",
      `          summary: ${JSON.stringify(summary)}`,
    );
  return `${lines.join("\n")}\n`;
}

/** What is written, by path below the root. */
export const FILES = {
  "deploy/grafana/sluice.json": `${JSON.stringify(dashboard(), null, 2)}\n`,
  "deploy/prometheus/alerts.yaml": rules(),
};
/** All queries that they make. */
export const QUERIES = [
  ...ROWS.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(([expr]) => expr))),
  "label_values(sluice_build_info, instance)",
  ...ALERTS.map(({ expr }) => expr),
];

if (isMainModule(import.meta.url)) {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
