/** Requests that a client of profiles has to change, and chains whose client waits too short. */
import type { RequestCase, TrapCase } from "../trap-case.ts";

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
    expect: { reports: [{ code: "no-time-to-retry", message: "may take 10s (remote_timeout)" }] },
  },
  { name: "attempts are short", config: chain("10s", 'remote_timeout = "3s"'), expect: { silent: true } },
  { name: "there is one attempt", config: chain("10s", "max_backoff_retries = 1"), expect: { silent: true } },
  { name: "the client waits without end", config: chain("0s", ""), expect: { silent: true } },
];

const RANGE = "&from=1931000000&until=1931000010";
const query = (name: string, rest = RANGE): RequestCase["request"] => ({ rawQuery: `name=${name}${rest}` });
const advised = (name: string, request: RequestCase["request"], note: string): RequestCase => ({
  name,
  request,
  expect: { reports: [{ note }] },
});
const taken = (name: string, request: RequestCase["request"]): RequestCase => ({
  name,
  request,
  expect: { silent: true },
});

export const REQUESTS: readonly RequestCase[] = [
  advised("FormData as text", { text: "[object FormData]", format: "text" }, "instead of a profile"),
  taken("a text that names FormData", { text: "[object FormData] 3\n" }),
  advised("no part of the name", { parts: [{ name: "file" }, { name: "labels" }] }, "its parts are “file”, “labels”"),
  taken("a part profile", { parts: [{ name: "profile" }, { name: "sample_type_config" }], format: "pprof" }),
  advised("no part at all", { parts: [] }, "it has no parts"),
  advised(
    "the part of a recording has another name",
    { parts: [{ name: "x" }], ...query("a&format=jfr") },
    "the profile jfr.",
  ),
  taken("a part jfr", { parts: [{ name: "jfr" }, { name: "labels" }], format: "jfr" }),
  advised("a fraction of a second", query("a", "&from=1931000000.0&until=1931000010"), "Send from=1931000000."),
  taken("whole seconds, and labels", {}),
  taken("dates and times from now", query("a", "&from=now-1h&until=now")),
  taken("no range", query("shop", "")),
  advised("a blank in a label's name", query("a%7Bmy%20env%3Dx%7D"), "Write an underscore for the blank."),
  advised("a blank in the name", query("my+shop"), "Write an underscore for the blank."),
  taken("blanks around labels, and in values", query("a%7B%20env%20%3D%20my%20env%7D")),
  advised("quotes around a value", query("a%7Benv%3D%22x%22%7D"), "Send “env=x”."),
  taken("a quote inside a value", query("a%7Benv%3Dx%22y%7D")),
  advised("no name", { rawQuery: RANGE.slice(1) }, "The query has no name"),
  advised("a brace that stays open", query("a%7Benv%3Dx"), "no closing brace"),
  taken("no labels in the braces", query("a%7B%7D")),
  advised("compressed text", { contentEncoding: "gzip" }, "Send it without compression."),
  taken("a compressed pprof", { contentEncoding: "gzip", format: "pprof" }),
  advised("a fraction of a sample", { text: "a;b 1.5\n", format: "text" }, "a line ends in “1.5”"),
  taken("a version in a stack", { text: "lib 1.2;call 3\nother 4\n" }),
  taken("a version in a line of another format", {
    text: "lib 1.2\n",
    format: "lines",
    ...query("a&format=lines"),
  }),
];
