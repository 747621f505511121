/**
 * Which process a number means. Numbers are used again, after a restart of the machine or of a container often at once,
 * so a process is known by its number, when it began, and where its number counts.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "../platform/system-error.ts";

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When it began, in a form that differs for two processes of one number; empty where the platform does not tell. */
  readonly began: string;
  /** Where the number counts: the running system and, in it, the container. Empty where the platform does not tell. */
  readonly space: string;
}

/** `unknown`: its number counts elsewhere, so that it cannot be asked after from here. */
export type Liveness = "alive" | "gone" | "unknown";

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), began: beginningOf(process.pid) ?? "", space: numberSpace() };
}

export function livenessOf({ pid, host, began, space }: ProcessIdentity): Liveness {
  if (host !== hostname() || space !== numberSpace()) return "unknown";
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another error says that it is somebody else's.
    if (codeOf(error) === "ESRCH") return "gone";
  }
  if (began === "") return "alive";
  const now = beginningOf(pid);
  return now === began ? "alive" : "gone";
}

/** When a process began, by Linux's account of it; undefined for one that has ended, also if nobody has taken notice yet. */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may hold anything; after it are the state and, as the twentieth, the start in ticks.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

function numberSpace(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}
