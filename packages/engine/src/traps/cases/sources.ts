/** Sources whose arguments have no effect, and components that another one stands for. */
import type { TrapCase } from "../trap-case.ts";

const syslog = (body: string): string => `logs.source.syslog "a" {
  forward_to = [logs.echo.out.receiver]

  listener {
    address = "127.0.0.1:5514"
${body}
  }
}

logs.echo "out" { }
`;

const writes = (url: string): string => `loki.source.journal "a" {
  forward_to = [loki.write.out.receiver]
  labels     = { job = "journal" }
}

loki.write "out" {
  endpoint {
    url = "${url}"
  }
}
`;

export const SOURCES: readonly TrapCase[] = [
  {
    name: "times without a year are to be kept",
    config: syslog('    syslog_format = "rfc3164"\n    use_incoming_timestamp = true'),
    expect: {
      reports: [
        {
          code: "times-without-year",
          message: "none of them is kept",
          fixed: syslog(
            '    syslog_format = "rfc3164"\n    use_incoming_timestamp = true\n    rfc3164_default_to_current_year = true',
          ),
        },
      ],
    },
  },
  {
    name: "times without a year get one",
    config: syslog(
      '    syslog_format = "rfc3164"\n    use_incoming_timestamp = true\n    rfc3164_default_to_current_year = true',
    ),
    expect: { silent: true },
  },
  {
    name: "times of the newer format are kept",
    config: syslog("    use_incoming_timestamp = true"),
    expect: { silent: true },
  },
  {
    name: "a year is added to times that are not kept",
    config: syslog('    syslog_format = "rfc3164"\n    rfc3164_default_to_current_year = true'),
    expect: { reports: [{ code: "times-without-year", message: "no effect without use_incoming_timestamp" }] },
  },
  {
    name: "logs by OTLP, with hints for labels",
    config: `otelcol.receiver.otlp "in" {
  http { }
  output { logs = [otelcol.exporter.loki.x.input] }
}

otelcol.exporter.loki "x" { forward_to = [logs.echo.out.receiver] }

logs.echo "out" { }
`,
    expect: {
      reports: [
        { code: "component-not-run", message: "receive logs by OTLP with logs.source.otlp" },
        { code: "component-not-run", message: "have no effect there" },
      ],
    },
  },
  {
    name: "a source and an exporter of logs by OTLP that run here",
    config: `logs.source.otlp "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4318
  }
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
    expect: { silent: true },
  },
  {
    name: "the older format without its times",
    config: syslog('    syslog_format = "rfc3164"'),
    expect: { silent: true },
  },
  {
    name: "raw lines",
    config: syslog('    syslog_format = "raw"'),
    expect: { silent: true },
  },
  {
    name: "raw lines have no time to keep",
    config: syslog('    syslog_format = "raw"\n    use_incoming_timestamp = true'),
    expect: { reports: [{ code: "syslog-format", message: "use_incoming_timestamp has no effect" }] },
  },
  {
    name: "parts of Cisco's lines in the newer format",
    config: syslog("    rfc3164_cisco_components {\n      enable_all = true\n    }"),
    expect: { reports: [{ code: "syslog-format", message: "rfc3164_cisco_components has no effect" }] },
  },
  {
    name: "parts of Cisco's lines",
    config: syslog('    syslog_format = "rfc3164"\n    rfc3164_cisco_components {\n      enable_all = true\n    }'),
    expect: { silent: true },
  },
  ...[
    ["http://loki:3100", "http://loki:3100/loki/api/v1/push"],
    ["https://loki:3100/", "https://loki:3100/loki/api/v1/push"],
  ].map(([url, right]) => ({
    name: `entries go to no path: ${url}`,
    config: writes(url!),
    expect: { reports: [{ code: "endpoint-path", message: "/loki/api/v1/push", fixed: writes(right!) }] },
  })),
  ...["http://loki:3100/loki/api/v1/push", "http://gateway/push", "http://gateway?to=a"].map((url) => ({
    name: `entries go to a path: ${url}`,
    config: writes(url),
    expect: { silent: true as const },
  })),
];
