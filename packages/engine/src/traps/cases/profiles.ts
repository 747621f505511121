/** Profiles whose client waits too short. */
import type { TrapCase } from "../trap-case.ts";

const chain = (limit: string, attempt: string): string => `profiles.receive_http "a" {
  http {
    server_write_timeout = "${limit}"
  }
  forward_to = [profiles.write.b.receiver]
}

profiles.write "b" {
  endpoint {
    url = "http://server:4040"
    ${attempt}
  }
}
`;

export const PROFILES: readonly TrapCase[] = [
  {
    name: "one attempt takes all the time that the client waits",
    config: chain("10s", ""),
    expect: { told: [{ code: "no-time-to-retry", message: "may take 10s (remote_timeout)" }] },
  },
  { name: "attempts are short", config: chain("10s", 'remote_timeout = "3s"'), expect: { silent: true } },
  { name: "there is one attempt", config: chain("10s", "max_backoff_retries = 1"), expect: { silent: true } },
  { name: "the client waits without end", config: chain("0s", ""), expect: { silent: true } },
];
