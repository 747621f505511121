/** What a message of syslog says, by RFC 5424 or RFC 3164. Malformed ones are refused whole, with the reason. */
import type { Nanos } from "@sluice/engine";
import { SEVERITIES } from "../core/severities.ts";

export interface SyslogMessage {
  /** Facility and severity: `facility * 8 + severity`. Undefined where a message of no format has none. */
  readonly priority: number | undefined;
  /** Undefined where the message has none. */
  readonly timestamp: Nanos | undefined;
  readonly hostname: string | undefined;
  readonly appName: string | undefined;
  readonly procId: string | undefined;
  readonly msgId: string | undefined;
  /** Numbers that Cisco's devices write. */
  readonly msgCounter?: string | undefined;
  readonly sequence?: string | undefined;
  /** Parameters by the id of their element. */
  readonly structuredData: readonly StructuredElement[];
  /** Empty where there is none. */
  readonly text: string;
}

export interface StructuredElement {
  readonly id: string;
  readonly params: readonly (readonly [name: string, value: string])[];
}

export type ParseResult =
  | { readonly ok: true; readonly message: SyslogMessage }
  | { readonly ok: false; readonly problem: string };

const FACILITIES = [
  ...["kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp"],
  ...["ntp", "security", "console", "solaris-cron"],
  ...["local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7"],
] as const;

/** The fields of a message as labels, as Alloy names them; those that are absent are left out. */
export function labelsOf(message: SyslogMessage, withStructuredData: boolean): [string, string][] {
  const labels: [string, string][] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) labels.push([`__syslog_message_${name}`, value]);
  };
  const { priority } = message;
  if (priority !== undefined) {
    add("severity", SEVERITIES[priority % 8]);
    add("facility", FACILITIES[Math.floor(priority / 8)]);
  }
  add("hostname", message.hostname);
  add("app_name", message.appName);
  add("proc_id", message.procId);
  add("msg_id", message.msgId);
  add("msg_counter", message.msgCounter);
  add("sequence", message.sequence);
  if (withStructuredData)
    for (const { id, params } of message.structuredData)
      for (const [name, value] of params) add(`sd_${id.replaceAll("@", "_")}_${name}`, value);
  return labels;
}
