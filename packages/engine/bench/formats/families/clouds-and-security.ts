/** Logs of clouds, firewalls and network sensors. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf, levelOfSeverity } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;

function cloudtrail(w: LogWriter): Draft {
  const [source, name] = w.pick([
    ["s3.amazonaws.com", "GetObject"],
    ["ec2.amazonaws.com", "DescribeInstances"],
    ["iam.amazonaws.com", "CreateAccessKey"],
    ["sts.amazonaws.com", "AssumeRole"],
  ] as const);
  const key = SECRETS.awsKey(w);
  const leaks = name === "CreateAccessKey" && w.chance(0.4);
  const user = w.user();
  const entry = {
    eventVersion: "1.09",
    userIdentity: {
      type: "IAMUser",
      principalId: `AIDA${w.digits(8)}`,
      arn: `arn:aws:iam::123456789012:user/${user}`,
      accountId: "123456789012",
      userName: user,
    },
    eventTime: w.time("%Y-%m-%dT%H:%M:%SZ"),
    eventSource: source,
    eventName: name,
    awsRegion: w.pick(["eu-west-1", "us-east-1"]),
    sourceIPAddress: w.ip(),
    userAgent: w.pick(["aws-cli/2.15.0 Python/3.11.6", "console.amazonaws.com"]),
    ...(w.chance(0.2) && { errorCode: "AccessDenied", errorMessage: `User: ${user} is not authorized` }),
    requestParameters: w.chance(0.3) ? null : { bucketName: `${w.word()}-logs`, key: `a/${w.int(1, 99)}.json` },
    responseElements: leaks ? { accessKey: { accessKeyId: key, status: "Active", userName: user } } : null,
    requestID: w.uuid(),
    eventID: w.uuid(),
    readOnly: true,
    eventType: "AwsApiCall",
    managementEvent: true,
    recipientAccountId: "123456789012",
    eventCategory: "Management",
  };
  return { text: JSON.stringify(entry), values: [source, name, user], secrets: leaks ? [key] : [] };
}

function vpcFlow(w: LogWriter): Draft {
  const eni = `eni-${w.hex(17)}`;
  const end = w.now + BigInt(w.int(10, 60)) * SECOND;
  const times = `${w.time("%s")} ${end / SECOND}`;
  if (w.chance(0.08))
    return { text: `2 123456789012 ${eni} - - - - - - - ${times} - NODATA`, otherTime: end, values: [eni] };
  const [from, to, action] = [w.ip(), w.ipv4(), w.pick(["ACCEPT", "ACCEPT", "REJECT"])];
  return {
    text: `2 123456789012 ${eni} ${from} ${to} ${w.port()} ${w.pick([22, 443, 53])} ${w.pick([6, 17])} ${w.int(1, 99)} ${w.int(40, 90_000)} ${times} ${action} OK`,
    otherTime: end,
    values: [eni, from, to, action],
  };
}

function gcp(w: LogWriter): Draft {
  const [severity, said, component] = [
    w.pick(["INFO", "INFO", "NOTICE", "WARNING", "ERROR", "CRITICAL", "DEBUG"]),
    say(w),
    w.pick(["frontend", "checkout", "cart"]),
  ];
  const request = w.chance(0.3)
    ? {
        httpRequest: {
          requestMethod: w.method(),
          requestUrl: `https://shop.example.com${w.path()}`,
          status: w.status(),
          latency: `${w.seconds()}s`,
          remoteIp: w.ip(),
        },
      }
    : {};
  return {
    text: JSON.stringify({
      insertId: w.hex(16),
      jsonPayload: { message: said.message, component, attempt: w.int(1, 9) },
      ...request,
      resource: {
        type: "k8s_container",
        labels: {
          project_id: "shop-prod",
          cluster_name: "main",
          namespace_name: "default",
          pod_name: `${component}-${w.hex(5)}`,
        },
      },
      timestamp: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      severity,
      labels: { "compute.googleapis.com/resource_name": "node-a3" },
      logName: "projects/shop-prod/logs/stdout",
      receiveTimestamp: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
    }),
    level: levelOf(severity),
    values: [component, ...said.values],
    secrets: said.secrets,
  };
}

function azure(w: LogWriter): Draft {
  const [level, operation, result] = [
    w.pick(["Information", "Information", "Warning", "Error", "Critical"]),
    w.pick(["MICROSOFT.COMPUTE/VIRTUALMACHINES/START/ACTION", "MICROSOFT.STORAGE/STORAGEACCOUNTS/LISTKEYS/ACTION"]),
    w.pick(["Start", "Success", "Failure"]),
  ];
  return {
    text: JSON.stringify({
      time: w.time("%Y-%m-%dT%H:%M:%S.%7Z"),
      resourceId: `/SUBSCRIPTIONS/${w.uuid().toUpperCase()}/RESOURCEGROUPS/SHOP/PROVIDERS/MICROSOFT.COMPUTE/VIRTUALMACHINES/${w.host().toUpperCase()}`,
      operationName: operation,
      category: "Administrative",
      resultType: result,
      resultSignature: `${result}.Accepted`,
      durationMs: String(w.int(0, 900)),
      callerIpAddress: w.ipv4(),
      correlationId: w.uuid(),
      identity: { authorization: { scope: "/subscriptions/x", action: operation }, claims: { name: w.user() } },
      level,
      location: "global",
      properties: { statusCode: "Accepted", entity: w.word() },
    }),
    level: levelOf(level),
    values: [operation, result],
  };
}

function suricata(w: LogWriter): Draft {
  const type = w.pick(["flow", "dns", "http", "alert"]);
  const [from, to] = [w.ip(), w.ipv4()];
  const more = {
    flow: {
      flow: {
        pkts_toserver: w.int(1, 99),
        bytes_toserver: w.int(60, 9999),
        state: "closed",
        reason: "timeout",
        alerted: false,
      },
    },
    dns: { dns: { type: "query", id: w.int(1, 65535), rrname: `${w.word()}.example.com`, rrtype: "A", tx_id: 0 } },
    http: {
      tx_id: 0,
      http: {
        hostname: "shop.example.com",
        url: w.path(),
        http_user_agent: w.agent(),
        http_method: "GET",
        protocol: "HTTP/1.1",
        status: w.status(),
        length: w.int(0, 9999),
      },
    },
    alert: {
      alert: {
        action: "allowed",
        gid: 1,
        signature_id: w.int(2000000, 2999999),
        rev: 3,
        signature: 'ET SCAN "Nmap" Scripting Engine',
        category: "Web Application Attack",
        severity: w.int(1, 3),
      },
    },
  }[type]!;
  return {
    text: JSON.stringify({
      timestamp: w.time("%Y-%m-%dT%H:%M:%S.%6%z"),
      flow_id: w.int(1, 2 ** 40),
      in_iface: "eth0",
      event_type: type,
      src_ip: from,
      src_port: w.port(),
      dest_ip: to,
      dest_port: 443,
      proto: "TCP",
      ...more,
    }),
    level: "any",
    values: [type, from, to],
  };
}

const ZEEK_FIELDS = [
  "ts",
  "uid",
  "id.orig_h",
  "id.orig_p",
  "id.resp_h",
  "id.resp_p",
  "proto",
  "service",
  "duration",
  "orig_bytes",
  "resp_bytes",
  "conn_state",
  "local_orig",
];

function zeek(w: LogWriter): { cells: string[]; values: string[] } {
  const [uid, from, to, state] = [`C${w.hex(17)}`, w.ip(), w.ipv4(), w.pick(["SF", "S0", "REJ", "RSTO"])];
  const open = state === "S0" || state === "REJ";
  return {
    cells: [
      w.time("%s.%6"),
      uid,
      from,
      String(w.port()),
      to,
      String(w.pick([22, 53, 443])),
      w.pick(["tcp", "udp"]),
      open ? "-" : w.pick(["ssl", "dns", "http"]),
      open ? "-" : `${w.int(0, 90)}.${w.digits(6)}`,
      open ? "-" : String(w.int(0, 9999)),
      open ? "-" : String(w.int(0, 99999)),
      state,
      "T",
    ],
    values: [uid, from, to, state],
  };
}

function zeekJson(w: LogWriter): Draft {
  const { cells, values } = zeek(w);
  const numbers = new Set(["ts", "id.orig_p", "id.resp_p", "duration", "orig_bytes", "resp_bytes"]);
  const pairs = ZEEK_FIELDS.flatMap((name, i) =>
    cells[i] === "-"
      ? []
      : [[name, name === "local_orig" ? true : numbers.has(name) ? Number(cells[i]) : cells[i]!] as const],
  );
  return { text: JSON.stringify(Object.fromEntries(pairs)), values };
}

function fortinet(w: LogWriter): Draft {
  const [level, from, to, action, service] = [
    w.pick(["notice", "notice", "warning", "information", "alert", "error"]),
    w.ipv4(),
    w.ipv4(),
    w.pick(["accept", "deny", "close"]),
    w.pick(["HTTPS", "DNS", "tcp/8443"]),
  ];
  return {
    text: `date=${w.time("%Y-%m-%d", 60)} time=${w.time("%H:%M:%S", 60)} devname="FGT-1" devid="FG100D3G${w.digits(8)}" eventtime=${w.time("%s%9")} tz="+0100" logid="0000000013" type="traffic" subtype="forward" level="${level}" vd="root" srcip=${from} srcport=${w.port()} srcintf="lan" dstip=${to} dstport=443 dstintf="wan1" policyid=${w.int(1, 40)} service="${service}" action="${action}" duration=${w.int(0, 900)} sentbyte=${w.int(0, 99999)} rcvdbyte=${w.int(0, 99999)} app="Web Management"`,
    otherTime: w.now - (w.now % SECOND),
    level: levelOf(level),
    values: [from, to, action, service],
  };
}

function paloAlto(w: LogWriter): Draft {
  const at = w.time("%Y/%m/%d %H:%M:%S");
  const [from, to, action, rule] = [
    w.ipv4(),
    w.ipv4(),
    w.pick(["allow", "deny", "drop"]),
    w.pick(["allow-web", 'block "bad" hosts, all', "default"]),
  ];
  const quoted = rule.includes(",") ? `"${rule.replaceAll('"', '""')}"` : rule;
  return {
    text: `1,${at},001701${w.digits(6)},TRAFFIC,${w.pick(["end", "start", "deny"])},2561,${at},${from},${to},0.0.0.0,0.0.0.0,${quoted},${w.chance(0.2) ? `corp\\${w.user()}` : ""},,${w.pick(["ssl", "dns", "web-browsing"])},vsys1,trust,untrust,ethernet1/2,ethernet1/1,forward-all,${at},${w.int(1, 99999)},1,${w.port()},443,0,0,0x400053,tcp,${action},${w.int(0, 99999)},${w.int(0, 9999)},${w.int(0, 9999)},${w.int(1, 99)},${at},${w.int(0, 900)},any,0,${w.digits(9)}`,
    values: [from, to, action],
  };
}

function asa(w: LogWriter): Draft {
  const [severity, code, message] = w.of<[number, string, string]>([
    [
      3,
      () => [
        6,
        "302013",
        `Built outbound TCP connection ${w.int(1, 99999)} for outside:${w.ipv4()}/443 (203.0.113.9/443) to inside:${w.ipv4()}/${w.port()} (198.51.100.2/${w.port()})`,
      ],
    ],
    [
      2,
      () => [
        4,
        "106023",
        `Deny tcp src outside:${w.ipv4()}/${w.port()} dst inside:${w.ipv4()}/22 by access-group "outside_in" [0x0, 0x0]`,
      ],
    ],
    [1, () => [3, "710003", `TCP access denied by ACL from ${w.ipv4()}/${w.port()} to outside:203.0.113.9/22`]],
    [1, () => [5, "111008", `User 'admin' executed the 'write memory' command.`]],
  ]);
  return {
    text: `<${160 + severity}>${w.time("%b %d %Y %H:%M:%S")} fw-1 : %ASA-${severity}-${code}: ${message}`,
    level: levelOfSeverity(severity),
    values: [[code, `${severity}-${code}`, `ASA-${severity}-${code}`, `%ASA-${severity}-${code}`], message],
  };
}

function fail2ban(w: LogWriter): Draft {
  const [level, jail, address] = [
    w.pick(["NOTICE", "INFO", "INFO", "WARNING"]),
    w.pick(["sshd", "nginx-http-auth"]),
    w.ip(),
  ];
  const message =
    level === "NOTICE"
      ? `[${jail}] Ban ${address}`
      : level === "INFO"
        ? `[${jail}] Found ${address} - ${w.time("%Y-%m-%d %H:%M:%S")}`
        : `[${jail}] ${address} already banned`;
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S,%3")} ${"fail2ban.actions".padEnd(24)}[${w.int(100, 999)}]: ${level.padEnd(7)} ${message}`,
    level: levelOf(level),
    values: [[message, address]],
  };
}

export const CLOUDS_AND_SECURITY: readonly LogFormat[] = [
  { name: "cloudtrail", unit: SECOND, write: cloudtrail },
  {
    name: "vpc-flow",
    unit: SECOND,
    head: [
      "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status",
    ],
    write: vpcFlow,
  },
  { name: "gcp", unit: 1n, write: gcp },
  { name: "azure-activity", unit: 100n, write: azure },
  { name: "suricata-eve", unit: MICROSECONDS, write: suricata },
  {
    name: "zeek-tsv",
    unit: MICROSECONDS,
    head: [
      "#separator \\x09",
      "#set_separator\t,",
      "#empty_field\t(empty)",
      "#unset_field\t-",
      "#path\tconn",
      `#fields\t${ZEEK_FIELDS.join("\t")}`,
    ],
    write: (w) => {
      const { cells, values } = zeek(w);
      return { text: cells.join("\t"), values };
    },
  },
  { name: "zeek-json", unit: MICROSECONDS, write: zeekJson },
  { name: "fortinet", unit: 1n, write: fortinet },
  { name: "palo-alto", unit: SECOND, write: paloAlto },
  { name: "cisco-asa", unit: SECOND, write: asa },
  { name: "fail2ban", write: fail2ban },
];
