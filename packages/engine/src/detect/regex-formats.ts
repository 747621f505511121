/** Formats of logs that one expression reads. Its named groups are what it yields; `time` is read by the guessed layout. */

export interface RegexFormat {
  readonly id: string;
  readonly title: string;
  /** Without `(?s)`: where entries have several lines, that is put before it. */
  readonly expression: string;
  /** Where the times alone do not decide. */
  readonly timeFormat?: string;
  /** Entries may go on in lines of any form. */
  readonly severalLines?: boolean;
}

const DATE_TIME = "\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}:\\d{2}";
const QUOTED = '(?:[^"\\\\]|\\\\.)*';
const REQUEST = `"(?:(?P<method>[A-Z]{3,10}) (?P<path>\\S+)(?: (?P<protocol>HTTP/[\\d.]+))?|${QUOTED})"`;

export const REGEX_FORMATS: readonly RegexFormat[] = [
  {
    id: "access-log",
    title: "Access log (common, combined, nginx)",
    expression: `^(?P<remote_addr>\\S+(?:, \\S+)*) (?P<ident>\\S+) (?P<user>\\S+) \\[(?P<time>\\d{2}/[A-Z][a-z]{2}/\\d{4}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4})\\] ${REQUEST} (?P<status>\\d{3}) (?P<bytes>\\d+|-)(?: "(?P<referer>${QUOTED})" "(?P<user_agent>${QUOTED})")?`,
    timeFormat: "02/Jan/2006:15:04:05 -0700",
  },
  {
    id: "nginx-error",
    title: "nginx error log",
    expression:
      "^(?P<time>\\d{4}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}) \\[(?P<level>debug|info|notice|warn|error|crit|alert|emerg)\\] (?P<pid>\\d+)#(?P<tid>\\d+): (?:\\*(?P<connection>\\d+) )?(?P<message>.*)",
    timeFormat: "2006/01/02 15:04:05",
    severalLines: true,
  },
  {
    id: "syslog-5424",
    title: "Syslog (RFC 5424)",
    expression:
      '^<(?P<priority>\\d{1,3})>(?P<version>[1-9]\\d?) (?P<time>\\S+) (?P<host>\\S+) (?P<app>\\S+) (?P<pid>\\S+) (?P<msgid>\\S+) (?P<structured_data>-|(?:\\[(?:[^\\]"\\\\]|"(?:[^"\\\\]|\\\\.)*")*\\])+)(?: (?P<message>.*))?$',
    timeFormat: "RFC3339Nano",
  },
  {
    id: "syslog-3164",
    title: "Syslog (RFC 3164)",
    expression:
      "^(?:<(?P<priority>\\d{1,3})>)?(?P<time>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \\d]\\d \\d{2}:\\d{2}:\\d{2}) (?P<host>\\S+) (?P<app>[^\\s:\\[]+)(?:\\[(?P<pid>\\d+)\\])?: ?(?P<message>.*)",
    timeFormat: "Jan _2 15:04:05",
    severalLines: true,
  },
  {
    id: "klog",
    title: "klog (Kubernetes components)",
    expression:
      "^(?P<level>[IWEF])(?P<time>[01]\\d[0-3]\\d \\d{2}:\\d{2}:\\d{2}\\.\\d{6})\\s+(?P<thread>\\d+) (?P<file>[^\\s:\\]]+):(?P<line>\\d+)\\] (?P<message>.*)",
    timeFormat: "0102 15:04:05.000000",
    severalLines: true,
  },
  {
    id: "postgres",
    title: "PostgreSQL",
    expression: `^(?P<time>${DATE_TIME}(?:\\.\\d{3})? [A-Z]{3,5}) (?:\\[(?P<pid>\\d+)(?:-\\d+)?\\] )?(?:(?P<user>\\S+)@(?P<database>\\S+) )?(?P<level>DEBUG\\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|QUERY|CONTEXT|LOCATION|STATEMENT): +(?P<message>.*)`,
    severalLines: true,
  },
  {
    id: "python",
    title: "Python logging",
    expression: `^(?P<time>${DATE_TIME},\\d{3}) - (?P<logger>\\S+) - (?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL) - (?P<message>.*)`,
    severalLines: true,
  },
  {
    id: "python-basic",
    title: "Python logging (basicConfig)",
    expression: "^(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):(?P<logger>[\\w.]+):(?P<message>.*)",
    severalLines: true,
  },
  {
    // Spring Boot 2 and 3: the latter has an offset in the time, and puts the application and a trace in brackets.
    id: "spring-boot",
    title: "Spring Boot",
    expression: `^(?P<time>${DATE_TIME}[.,]\\d{3,9}(?:Z|[+-]\\d{2}:?\\d{2})?)\\s+(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL|OFF)\\s+(?P<pid>\\d+) --- (?:\\[ *(?P<app>[^\\]]*)\\] )?\\[ *(?P<thread>[^\\]]*)\\] (?:\\[ *(?P<trace>[^\\]]*)\\] )?(?P<logger>\\S+) *: (?P<message>.*)`,
    severalLines: true,
  },
  {
    id: "log4j",
    title: "Log4j, Logback",
    expression: `^\\[?(?P<time>(?:${DATE_TIME}[.,]\\d{3}|\\d{2}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}))\\]?\\s*(?:- )?(?:\\[(?P<thread>[^\\]]*)\\]\\s*)?\\[?(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\\s*\\]?\\s*(?P<message>.*)`,
    severalLines: true,
  },
  {
    id: "time-level",
    title: "lines of time, level, message",
    expression: `^\\[?(?P<time>${DATE_TIME}(?:[.,]\\d{1,9})?(?:Z|[+-]\\d{2}:?\\d{2})?)\\]?\\s+(?:- )?\\[?(?P<level>(?i:trace|debug|info|notice|warn|warning|error|critical|fatal|panic))\\b\\]?:?\\s*(?P<message>.*)`,
    severalLines: true,
  },
  {
    id: "windows-event-xml",
    title: "Windows event (XML)",
    expression:
      "^<Event xmlns=.*?<Provider Name=['\"](?P<source>[^'\"]*)['\"].*?<EventID[^>]*>(?P<event_id>\\d+)</EventID>.*?<Level>(?P<level>\\d+)</Level>.*?<TimeCreated SystemTime=['\"](?P<time>[^'\"]+)['\"].*?<Channel>(?P<channel>[^<]*)</Channel>.*?<Computer>(?P<computer>[^<]*)</Computer>",
    timeFormat: "RFC3339Nano",
    severalLines: true,
  },
];
