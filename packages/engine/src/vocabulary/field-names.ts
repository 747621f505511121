/** What programs and formats call the level, the message and the time of an entry. */

/** Names of the level, those first that say so most clearly. */
export const LEVEL_NAMES: readonly string[] = [
  "level",
  "severity",
  "lvl",
  "loglevel",
  "log_level",
  "levelname",
  "level_name",
  "severity_text",
  "severitytext",
  "detected_level",
];
/** Names that a level often has, as other values do. */
const LOOSE_LEVEL_NAMES: ReadonlySet<string> = new Set(["l", "s", "sev", "pri", "priority"]);

/** The name is one of a level and of nothing else. */
export const isCertainLevelName = (name: string): boolean => LEVEL_NAMES.includes(name.toLowerCase());
/** The name may be one of a level. */
export const isLevelName = (name: string): boolean =>
  isCertainLevelName(name) || LOOSE_LEVEL_NAMES.has(name.toLowerCase());

/** Names of the message, those first that say so most clearly. */
export const MESSAGE_NAMES: readonly string[] = [
  "message",
  "msg",
  "MESSAGE",
  "Message",
  "@m",
  "@mt",
  "short_message",
  "event",
  "log",
  "text",
  "content",
  "body",
  "line",
  "textPayload",
  "output",
];

/** Names that say that a value is the time of its entry. */
const TIME =
  /^(?:@?timestamp|@t|_?ts|t|time|datetime|date_?time|at|time_?millis|timemillis|time_?local|time_?iso8601|event_?time|time_?created|system_?time|start_?time|asctime|__realtime_timestamp|instant|logged_?at|created_?at)(?:_\d+)?$/i;
const LOOSE_TIME = /time|date|stamp|(?:^|_)ts(?:_|$)|start|epoch/i;

/** The name says that the value is the time of its entry. */
export const isCertainTimeName = (name: string): boolean => TIME.test(name);
/** The name may be one of a time. */
export const isTimeName = (name: string): boolean => isCertainTimeName(name) || LOOSE_TIME.test(name);

/** Names of how long something took; an expression. */
const DURATION = "duration|latency|elapsed|took|(?:upstream_)?(?:request|response|resp|query)_?time|time_taken|runtime";
const IS_DURATION = new RegExp(`^(?:${DURATION})(?:_?(?:ns|us|ms|seconds))?$`, "i");
/** A request's timestamp is no duration. */
const SAYS_DURATION = new RegExp(`(?:${DURATION})(?!stamp)`, "i");
const SAYS_AMOUNT = /dur|time|_ms$|_s$|seconds|bytes|size|length|count/i;

/** The name is one of how long something took. */
export const isDurationName = (name: string): boolean => IS_DURATION.test(name);
/** The name contains one of how long something took. */
export const saysDuration = (name: string): boolean => SAYS_DURATION.test(name);
/** The name says that the value is an amount: of time, of bytes, of things. */
export const saysAmount = (name: string): boolean => saysDuration(name) || SAYS_AMOUNT.test(name);
