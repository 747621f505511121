/** Logs of applications that many people run. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { pythonTrace, say } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;

function gitlab(w: LogWriter): Draft {
  const [method, path, status, user] = [w.method(), w.path(), w.status(), w.user()];
  const [token, leaks] = [SECRETS.gitlabToken(w), w.chance(0.05)];
  const controller = w.pick(["ProjectsController", "Projects::IssuesController", "SessionsController"]);
  return {
    text: JSON.stringify({
      method,
      path,
      format: "html",
      controller,
      action: "show",
      status,
      time: w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
      params: [{ key: "utf8", value: "✓" }, ...(leaks ? [{ key: "private_token", value: token }] : [])],
      correlation_id: w.hex(26),
      "meta.user": user,
      remote_ip: w.ip(),
      user_id: w.int(1, 99),
      username: user,
      ua: w.agent(),
      db_count: w.int(1, 99),
      db_duration_s: Number(w.seconds()),
      duration_s: Number(w.seconds()),
      severity: "INFO",
    }),
    level: "info",
    values: [method, String(status), controller],
    secrets: leaks ? [token] : [],
  };
}

function rabbitmq(w: LogWriter): Draft {
  const level = w.pick(["info", "info", "info", "warning", "error", "debug", "notice"]);
  const pid = `<0.${w.int(100, 9999)}.0>`;
  const message = w.of<string>([
    [
      2,
      () =>
        `connection ${pid} (${w.ipv4()}:${w.port()} -> 10.0.0.2:5672): user '${w.user()}' authenticated and granted access to vhost '/'`,
    ],
    [2, () => `accepting AMQP connection ${pid} (${w.ipv4()}:${w.port()} -> 10.0.0.2:5672)`],
    [1, () => `Server startup complete; ${w.int(3, 9)} plugins started.`],
  ]);
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%6%:z")} [${level}] ${pid} ${message}`,
    level: levelOf(level),
    values: [[message, `${pid} ${message}`]],
  };
}

/** The log of HashiCorp's programs. */
function hclog(w: LogWriter, subsystems: readonly string[], messages: readonly (() => string)[]): Draft {
  const [level, subsystem, message] = [
    w.pick(["INFO", "INFO", "WARN", "ERROR", "DEBUG", "TRACE"]),
    w.pick(subsystems),
    w.pick(messages)(),
  ];
  const [token, leaks] = [SECRETS.vaultToken(w), w.chance(0.04)];
  return {
    text: `${w.time("%Y-%m-%dT%H:%M:%S.%3Z")} ${`[${level}]`.padEnd(7)} ${subsystem}: ${message}${leaks ? ` token=${token}` : ""}`,
    level: levelOf(level),
    values: [subsystem],
    secrets: leaks ? [token] : [],
  };
}

function vaultAudit(w: LogWriter): Draft {
  const [type, operation, path] = [
    w.pick(["request", "response"]),
    w.pick(["read", "update", "list"]),
    w.pick(["secret/data/shop", "auth/token/lookup-self", "sys/health"]),
  ];
  return {
    text: JSON.stringify({
      time: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      type,
      auth: {
        client_token: `hmac-sha256:${w.hex(64)}`,
        accessor: `hmac-sha256:${w.hex(64)}`,
        display_name: "approle",
        policies: ["default", w.word()],
        token_type: "service",
      },
      request: {
        id: w.uuid(),
        client_id: w.uuid(),
        operation,
        mount_type: "kv",
        path,
        remote_address: w.ipv4(),
        remote_port: w.port(),
      },
    }),
    values: [type, operation, path],
  };
}

function minio(w: LogWriter): Draft {
  const [name, bucket, code] = [
    w.pick(["GetObject", "PutObject", "ListObjectsV2", "HeadObject"]),
    w.word(),
    w.pick([200, 200, 204, 404, 403]),
  ];
  const [token, leaks] = [SECRETS.bearer(w), w.chance(0.05)];
  return {
    text: JSON.stringify({
      version: "1",
      deploymentid: "b4a1f6c2-0d3e-4a57-a8b9-c0d1e2f3a4b5",
      time: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      event: "",
      trigger: "incoming",
      api: {
        name,
        bucket,
        object: `a/${w.int(1, 99)}.parquet`,
        status: code < 300 ? "OK" : "Not Found",
        statusCode: code,
        rx: w.int(0, 999),
        tx: w.int(0, 99999),
        timeToResponse: `${w.int(1000, 99999999)}ns`,
      },
      remotehost: w.ipv4(),
      requestID: w.hex(16).toUpperCase(),
      userAgent: "MinIO (linux; amd64) minio-go/v7.0.70",
      requestHeader: { Accept: "*/*", ...(leaks && { Authorization: `Bearer ${token}` }) },
    }),
    values: [name, bucket, String(code)],
    secrets: leaks ? [token] : [],
  };
}

function postfix(w: LogWriter): Draft {
  const id = w.hex(10).toUpperCase();
  const [program, message, values] = w.of<[string, string, string[]]>([
    [
      4,
      () => {
        const status = w.pick(["sent", "sent", "deferred", "bounced"]);
        return [
          "postfix/smtp",
          `${id}: to=<${w.user()}@example.net>, relay=mx.example.net[203.0.113.25]:25, delay=${w.int(0, 90)}.${w.int(1, 9)}, delays=0.1/0/0.2/0.3, dsn=2.0.0, status=${status} (250 2.0.0 Ok: queued as ${w.hex(10)})`,
          [id, status],
        ];
      },
    ],
    [
      2,
      () => [
        "postfix/qmgr",
        `${id}: from=<${w.user()}@example.com>, size=${w.int(400, 99999)}, nrcpt=1 (queue active)`,
        [id],
      ],
    ],
    [2, () => ["postfix/smtpd", `connect from ${w.chance(0.3) ? "unknown" : "mail.example.org"}[${w.ipv4()}]`, []]],
    [1, () => ["postfix/qmgr", `${id}: removed`, [id]]],
  ]);
  return {
    text: `${w.time("%b %e %H:%M:%S")} mail-1 ${program}[${w.int(1000, 99999)}]: ${message}`,
    level: "any",
    values: [program, ...values],
  };
}

function dovecot(w: LogWriter): Draft {
  const level = w.pick(["Info", "Info", "Info", "Warning", "Error"]);
  const user = w.user();
  const message = w.of<string>([
    [
      3,
      () =>
        `Login: user=<${user}>, method=PLAIN, rip=${w.ip()}, lip=10.0.0.4, mpid=${w.int(100, 9999)}, TLS, session=<${w.hex(16)}>`,
    ],
    [
      2,
      () =>
        `Aborted login (auth failed, 1 attempts in 2 secs): user=<${user}>, method=PLAIN, rip=${w.ipv4()}, lip=10.0.0.4, TLS, session=<${w.hex(16)}>`,
    ],
    [1, () => "Disconnected: Inactivity (no auth attempts in 180 secs)"],
  ]);
  const service = w.pick(["imap-login", "pop3-login", "managesieve-login"]);
  return {
    text: `${w.time("%b %d %H:%M:%S")} ${service}: ${level}: ${message}`,
    level: levelOf(level),
    values: [service, message],
  };
}

function jellyfin(w: LogWriter): Draft {
  const [level, logger] = [
    w.pick(["INF", "INF", "WRN", "ERR", "DBG"]),
    w.pick([
      "Emby.Server.Implementations.ApplicationHost",
      "Jellyfin.Api.Helpers.TranscodingJobHelper",
      "Emby.Server.Implementations.Session.SessionManager",
    ]),
  ];
  const message = w.of<string>([
    [
      2,
      () =>
        `Playback stopped reported by app Jellyfin Web playing "Film ${w.int(1, 99)}". Stopped at ${w.int(0, 9_000_000)} ms`,
    ],
    [2, () => `Sending shutdown notifications to ${w.user()}`],
    [1, () => `Kestrel is listening on 0.0.0.0`],
  ]);
  const trace =
    level === "ERR"
      ? `\nSystem.IO.IOException: No space left on device\n   at System.IO.RandomAccess.WriteAtOffset(SafeFileHandle handle)`
      : "";
  return {
    text: `[${w.time("%Y-%m-%d %H:%M:%S.%3 %:z", 60)}] [${level}] [${w.int(1, 60)}] ${logger}: ${message}${trace}`,
    level: levelOf(level),
    values: [logger, message],
  };
}

function nextcloud(w: LogWriter): Draft {
  const [user, app, said, method] = [w.user(), w.pick(["core", "files", "user_ldap", "PHP"]), say(w), w.method()];
  // Its levels are numbers of its own: 2 is a warning.
  return {
    text: JSON.stringify({
      reqId: w.hex(20),
      level: w.int(0, 4),
      time: w.time("%Y-%m-%dT%H:%M:%S%:z"),
      remoteAddr: w.ip(),
      user,
      app,
      method,
      url: w.path(),
      message: said.message,
      userAgent: w.agent(),
      version: "28.0.4.1",
      data: [],
    }),
    level: "any",
    values: [user, app, method, ...said.values],
    secrets: said.secrets,
  };
}

function homeAssistant(w: LogWriter): Draft {
  const [level, logger, said] = [
    w.pick(["INFO", "INFO", "WARNING", "ERROR", "DEBUG"]),
    w.pick(["homeassistant.components.mqtt", "homeassistant.core", "custom_components.hacs"]),
    say(w),
  ];
  const trace = level === "ERROR" ? `\n${pythonTrace(w)}` : "";
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S.%3")} ${level} (${w.pick(["MainThread", "SyncWorker_1"])}) [${logger}] ${said.message}${trace}`,
    level: levelOf(level),
    values: [logger, ...said.values],
    secrets: said.secrets,
  };
}

function mosquitto(w: LogWriter): Draft {
  const message = w.of<string>([
    [2, () => `New connection from ${w.ipv4()}:${w.port()} on port 1883.`],
    [
      2,
      () =>
        `New client connected from ${w.ipv4()}:${w.port()} as ${w.word()}-${w.int(1, 99)} (p2, c1, k60, u'${w.user()}').`,
    ],
    [1, () => `Client ${w.word()}-${w.int(1, 99)} closed its connection.`],
  ]);
  return { text: `${w.time("%s")}: ${message}`, values: [message] };
}

function zookeeper(w: LogWriter): Draft {
  const [level, at, logger] = [
    w.pick(["INFO", "INFO", "WARN", "ERROR"]),
    w.pick(["main", `NIOWorkerThread-${w.int(1, 9)}`, "SyncThread:1"]),
    `o.a.z.s.${w.pick(["NIOServerCnxn", "ZooKeeperServer", "q.QuorumPeer"])}`,
  ];
  const message = w.of<string>([
    [2, () => `Expiring session 0x${w.hex(12)}, timeout of ${w.int(1, 90)}000ms exceeded`],
    [1, () => `Established session 0x${w.hex(12)} with negotiated timeout 30000 for client /${w.ipv4()}:${w.port()}`],
  ]);
  return {
    text: `${w.time("%Y-%m-%d %H:%M:%S,%3")} [myid:${w.int(1, 3)}] - ${level.padEnd(5)} [${at}:${logger}@${w.int(10, 999)}] - ${message}`,
    level: levelOf(level),
    values: [message],
  };
}

export const APPLICATIONS: readonly LogFormat[] = [
  { name: "gitlab-json", write: gitlab },
  { name: "rabbitmq", unit: MICROSECONDS, odd: () => "  ##  ##      RabbitMQ 3.13.2", write: rabbitmq },
  {
    name: "vault-server",
    odd: () => "==> Vault server started! Log data will stream in below:",
    write: (w) =>
      hclog(
        w,
        ["core", "core.cluster-listener", "expiration", "storage.raft"],
        [
          () => "post-unseal setup starting",
          () => `entering follower state: follower="Node at 10.0.0.${w.int(2, 9)}:8201 [Follower]"`,
          () => `revoked lease: lease_id=auth/approle/login/h${w.hex(20)}`,
        ],
      ),
  },
  { name: "vault-audit", unit: 1n, write: vaultAudit },
  {
    name: "consul",
    odd: () => "==> Consul agent running!",
    write: (w) =>
      hclog(
        w,
        ["agent", "agent.server.serf.lan", "agent.http", "agent.server.raft"],
        [
          () => `Synced service: service=${w.word()}`,
          () =>
            `Request error: method=GET url=/v1/kv/${w.word()} from=${w.ipv4()}:${w.port()} error="Permission denied"`,
          () => "Newer Consul version available",
        ],
      ),
  },
  { name: "minio", unit: 1n, write: minio },
  { name: "postfix", unit: SECOND, write: postfix },
  { name: "dovecot", unit: SECOND, write: dovecot },
  { name: "jellyfin", entries: 110, write: jellyfin },
  { name: "nextcloud", unit: SECOND, write: nextcloud },
  { name: "home-assistant", entries: 110, write: homeAssistant },
  { name: "mosquitto", unit: SECOND, write: mosquitto },
  { name: "zookeeper", write: zookeeper },
];
