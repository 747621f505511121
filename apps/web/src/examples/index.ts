/** Ready-made pipelines with realistic lines. Each is two files: a configuration and a log. */
import authConfig from "./auth.alloy?raw";
import authLog from "./auth.log?raw";
import javaConfig from "./java.alloy?raw";
import javaLog from "./java.log?raw";
import nginxConfig from "./nginx.alloy?raw";
import nginxLog from "./nginx.log?raw";

export interface Example {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly config: string;
  /** One sample for each line. */
  readonly lines: string;
  /** Labels of every sample, as written. */
  readonly labels: string;
  /** Start of the virtual clock, RFC 3339. */
  readonly clock: string;
}

const CLOCK = "2026-01-15T09:30:00Z";

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    name: "nginx access log",
    about: "Parses requests, labels method and status, drops probes, counts.",
    config: nginxConfig,
    lines: nginxLog,
    labels: 'job="nginx"',
    clock: CLOCK,
  },
  {
    name: "Java service",
    about: "Levels and loggers, nested stages for orders, debug lines dropped.",
    config: javaConfig,
    lines: javaLog,
    labels: 'app="shop"',
    clock: CLOCK,
  },
  {
    name: "SSH logins",
    about: "Times without a year, failed logins counted and labelled.",
    config: authConfig,
    lines: authLog,
    labels: 'job="auth"',
    clock: CLOCK,
  },
];
