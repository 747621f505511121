/** Logs of operating systems. */
import { SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf, levelOfSeverity } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say, wholeOrRest } from "../messages.ts";
import { SECRETS } from "../secrets.ts";

const MICROSECONDS = 1000n;
const SYSLOG = "%b %e %H:%M:%S";

interface Service {
  readonly program: string;
  readonly message: string;
  /** The severity of syslog. */
  readonly severity: number;
  readonly secrets?: readonly string[];
}

function service(w: LogWriter): Service {
  return w.of<Service>([
    [3, () => ({ program: "nginx", severity: 6, message: `reload of configuration ${w.int(1, 99)} done` })],
    [
      3,
      () => ({
        program: "systemd",
        severity: 6,
        message: `Started session-${w.int(1, 999)}.scope - Session ${w.int(1, 999)} of User ${w.user()}.`,
      }),
    ],
    [
      2,
      () => ({
        program: "sshd",
        severity: 4,
        message: `error: maximum authentication attempts exceeded for ${w.user()} from ${w.ipv4()} port ${w.port()} ssh2 [preauth]`,
      }),
    ],
    [
      2,
      () => ({
        program: "dockerd",
        severity: 3,
        message: `failed to get event for container ${w.hex(12)}: context canceled`,
      }),
    ],
    [
      2,
      () => ({
        program: "sudo",
        severity: 5,
        message: `${w.user()} : TTY=pts/${w.int(0, 9)} ; PWD=/home ; USER=root ; COMMAND=/usr/bin/systemctl restart ${w.word()}`,
      }),
    ],
    [
      1,
      () => {
        const said = say(w, 1);
        return { program: "shop", severity: 6, message: said.message, secrets: said.secrets };
      },
    ],
  ]);
}

function journalExport(w: LogWriter): Draft {
  const { program, message, severity, secrets = [] } = service(w);
  const text = [
    `__CURSOR=s=${w.hex(32)};i=${w.hex(5)};b=${w.hex(32)};m=${w.hex(9)};t=${w.hex(13)};x=${w.hex(16)}`,
    `__REALTIME_TIMESTAMP=${w.time("%s%6")}`,
    `__MONOTONIC_TIMESTAMP=${w.digits(10)}`,
    "_BOOT_ID=7a9c2d4e5f60718293a4b5c6d7e8f901",
    `PRIORITY=${severity}`,
    `_HOSTNAME=web-1`,
    `SYSLOG_IDENTIFIER=${program}`,
    `MESSAGE=${message}`,
    `_PID=${w.int(100, 9999)}`,
    "",
  ].join("\n");
  return {
    text,
    level: levelOfSeverity(severity),
    values: [program, ...(secrets.length === 0 ? [message] : [])],
    secrets,
  };
}

function journalJson(w: LogWriter): Draft {
  const { program, message, severity, secrets = [] } = service(w);
  const entry = {
    __CURSOR: `s=${w.hex(32)};i=${w.hex(5)}`,
    __REALTIME_TIMESTAMP: w.time("%s%6"),
    __MONOTONIC_TIMESTAMP: w.digits(10),
    _BOOT_ID: "7a9c2d4e5f60718293a4b5c6d7e8f901",
    _TRANSPORT: "stdout",
    PRIORITY: String(severity),
    SYSLOG_FACILITY: "3",
    SYSLOG_IDENTIFIER: program,
    _PID: String(w.int(100, 9999)),
    _SYSTEMD_UNIT: `${program}.service`,
    _HOSTNAME: "web-1",
    MESSAGE: message,
  };
  return {
    text: JSON.stringify(entry),
    level: levelOfSeverity(severity),
    values: [program, ...(secrets.length === 0 ? [message] : [])],
    secrets,
  };
}

/** `head` is the time and what else stands before the program. */
function syslog(w: LogWriter, head: string, from: Service = service(w)): Draft {
  const { program, message, secrets = [] } = from;
  return {
    text: `${head} ${program}[${w.int(100, 99999)}]: ${message}`,
    values: [program, ...(secrets.length === 0 ? [message] : [])],
    secrets,
  };
}

function sshd(w: LogWriter): Service {
  const message = w.of<string>([
    [3, () => `Failed password for invalid user ${w.user()} from ${w.ip()} port ${w.port()} ssh2`],
    [3, () => `Accepted publickey for ${w.user()} from ${w.ip()} port ${w.port()} ssh2: ED25519 SHA256:${w.hex(43)}`],
    [2, () => `Connection closed by ${w.ipv4()} port ${w.port()} [preauth]`],
    [1, () => `pam_unix(sshd:session): session opened for user ${w.user()}(uid=${w.int(1000, 1009)}) by (uid=0)`],
  ]);
  return { program: "sshd", message, severity: 6 };
}

function withPri(w: LogWriter): Draft {
  const from = service(w);
  return {
    ...syslog(w, `<${24 + from.severity}>${w.time(SYSLOG)} ${w.host()}`, from),
    level: levelOfSeverity(from.severity),
  };
}

function rfc5424(w: LogWriter): Draft {
  const { program, message, severity, secrets = [] } = service(w);
  const data = w.pick([
    "-",
    "-",
    `[meta@32473 sequenceId="${w.int(1, 999)}" tz="UTC"]`,
    '[origin ip="10.0.0.4"][note@32473 text="a \\"b\\" \\]"]',
  ]);
  return {
    text: `<${128 + severity}>1 ${w.time("%Y-%m-%dT%H:%M:%S.%6%:z", 60)} ${w.host()}.example.com ${program} ${w.chance(0.2) ? "-" : w.int(100, 9999)} ${w.pick(["-", "ID47"])} ${data} ${message}`,
    level: levelOfSeverity(severity),
    values: [program, ...(secrets.length === 0 ? [message] : [])],
    secrets,
  };
}

const kernelSays = (w: LogWriter): string =>
  w.of<string>([
    [
      3,
      () =>
        `[UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:${w.hex(2)} SRC=${w.ipv4()} DST=10.0.0.5 LEN=40 PROTO=TCP SPT=${w.port()} DPT=22 WINDOW=1024 SYN URGP=0`,
    ],
    [2, () => `usb 1-${w.int(1, 4)}: new high-speed USB device number ${w.int(2, 30)} using xhci_hcd`],
    [
      2,
      () =>
        `Out of memory: Killed process ${w.int(100, 9999)} (java) total-vm:${w.int(100000, 999999)}kB, anon-rss:${w.int(1000, 99999)}kB`,
    ],
    [2, () => `EXT4-fs (sda${w.int(1, 3)}): mounted filesystem with ordered data mode. Quota mode: none.`],
  ]);
/** Some begin with the device or the part of the kernel that they are about. */
const kernelWays = (message: string): readonly string[] =>
  message.startsWith("[") ? [message] : wholeOrRest(message, ": ");
const uptime = (w: LogWriter): string => `${String(1000 + w.count).padStart(5)}.${w.digits(6)}`;

function auditd(w: LogWriter): Draft {
  const serial = w.int(1000, 99999);
  const [type, rest, values] = w.of<[string, string, string[]]>([
    [
      3,
      () => {
        const exe = w.pick(["/usr/bin/ls", "/usr/bin/sudo", "/usr/sbin/cron"]);
        return [
          "SYSCALL",
          `arch=c000003e syscall=${w.int(0, 330)} success=${w.pick(["yes", "no"])} exit=0 a0=${w.hex(12)} items=2 ppid=${w.int(1, 999)} pid=${w.int(1, 9999)} auid=1000 uid=0 gid=0 tty=pts0 ses=${w.int(1, 99)} comm="${exe.slice(exe.lastIndexOf("/") + 1)}" exe="${exe}" subj=unconfined key=(null)`,
          [exe],
        ];
      },
    ],
    [
      2,
      () => {
        const user = w.user();
        return [
          "USER_LOGIN",
          `pid=${w.int(1, 9999)} uid=0 auid=4294967295 ses=4294967295 msg='op=login acct="${user}" exe="/usr/sbin/sshd" hostname=? addr=${w.ipv4()} terminal=ssh res=${w.pick(["failed", "success"])}'`,
          [],
        ];
      },
    ],
    [
      1,
      () => [
        "PATH",
        `item=0 name="/etc/${w.word()}.conf" inode=${w.int(1, 99999)} dev=fd:00 mode=0100644 ouid=0 ogid=0 rdev=00:00 nametype=NORMAL`,
        [],
      ],
    ],
  ]);
  return { text: `type=${type} msg=audit(${w.time("%s.%3")}:${serial}): ${rest}`, values: [type, ...values] };
}

function cron(w: LogWriter): Draft {
  const message = w.pick([
    "(root) CMD (run-parts /etc/cron.hourly)",
    `(${w.user()}) CMD (/usr/local/bin/${w.word()}.sh >/dev/null 2>&1)`,
    `pam_unix(cron:session): session closed for user root`,
  ]);
  const password = SECRETS.password(w);
  if (w.chance(0.05))
    return {
      ...syslog(w, `${w.time(SYSLOG)} web-1`, {
        program: "CRON",
        severity: 6,
        message: `(root) CMD (mysqldump --password=${password} shop)`,
        secrets: [password],
      }),
    };
  return syslog(w, `${w.time(SYSLOG)} web-1`, { program: "CRON", severity: 6, message });
}

const WINDOWS_LEVELS = [
  ["Information", 4],
  ["Information", 0],
  ["Warning", 3],
  ["Error", 2],
] as const;

function windowsXml(w: LogWriter): Draft {
  const [id, user, channel] = [String(w.pick([4624, 4625, 4634, 7036])), w.user(), w.pick(["Security", "System"])];
  return {
    text: `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-Security-Auditing' Guid='{${w.uuid()}}'/><EventID>${id}</EventID><Version>2</Version><Level>${w.pick([0, 2, 4])}</Level><Task>12544</Task><Opcode>0</Opcode><Keywords>0x8020000000000000</Keywords><TimeCreated SystemTime='${w.time("%Y-%m-%dT%H:%M:%S.%7Z")}'/><EventRecordID>${w.int(1000, 99999)}</EventRecordID><Correlation/><Execution ProcessID='${w.int(4, 900)}' ThreadID='${w.int(4, 900)}'/><Channel>${channel}</Channel><Computer>dc01.corp.example.com</Computer><Security/></System><EventData><Data Name='TargetUserName'>${user}</Data><Data Name='IpAddress'>${w.ip()}</Data><Data Name='LogonType'>${w.int(2, 10)}</Data></EventData></Event>`,
    level: "any",
    values: [id, channel],
  };
}

function windowsJson(w: LogWriter): Draft {
  const [levelText, level] = w.pick(WINDOWS_LEVELS);
  const [id, channel] = [w.pick([4624, 4625, 4634, 7036]), w.pick(["Security", "System", "Application"])];
  const message = `An account was successfully logged on.\r\n\r\nSubject:\r\n\tSecurity ID:\t\tS-1-5-18\r\n\tAccount Name:\t\t${w.user()}\r\n\tLogon ID:\t\t0x3E7`;
  return {
    text: JSON.stringify({
      source: "Microsoft-Windows-Security-Auditing",
      channel,
      computer: "dc01.corp.example.com",
      event_id: id,
      version: 2,
      level,
      task: 12544,
      levelText,
      taskText: "Logon",
      opCodeText: "Info",
      keywords: "Audit Success",
      timeCreated: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      eventRecordID: w.int(1000, 99999),
      execution: { processId: w.int(4, 900), threadId: w.int(4, 900), processName: "lsass.exe" },
      event_data: `<Data Name='TargetUserName'>${w.user()}</Data>`,
      message,
    }),
    level: levelOf(levelText),
    values: [String(id), channel],
  };
}

export const SYSTEMS: readonly LogFormat[] = [
  { name: "journald-export", unit: MICROSECONDS, entries: 26, write: journalExport },
  { name: "journald-json", unit: MICROSECONDS, write: journalJson },
  {
    name: "journalctl-short-iso",
    unit: SECOND,
    odd: (w) => `-- Boot ${w.hex(32)} --`,
    write: (w) => syslog(w, `${w.time("%Y-%m-%dT%H:%M:%S%z", 60)} web-1`),
  },
  { name: "auditd", write: auditd },
  {
    name: "sshd-syslog",
    unit: SECOND,
    odd: (w) => `${w.time(SYSLOG)} web-1 last message repeated ${w.int(2, 9)} times`,
    write: (w) => syslog(w, `${w.time(SYSLOG)} web-1`, sshd(w)),
  },
  { name: "syslog-3164-pri", unit: SECOND, write: withPri },
  { name: "syslog-5424", unit: MICROSECONDS, write: rfc5424 },
  {
    name: "kernel-syslog",
    unit: SECOND,
    write: (w) => {
      const message = kernelSays(w);
      return { text: `${w.time(SYSLOG)} web-1 kernel: [${uptime(w)}] ${message}`, values: [kernelWays(message)] };
    },
  },
  {
    // Seconds since the machine started are no time.
    name: "dmesg",
    write: (w) => {
      const message = kernelSays(w);
      return { text: `[${uptime(w)}] ${message}`, time: null, values: [kernelWays(message)] };
    },
  },
  { name: "cron", unit: SECOND, write: cron },
  { name: "windows-event-xml", unit: 100n, write: windowsXml },
  { name: "windows-event-json", unit: 100n, write: windowsJson },
];
