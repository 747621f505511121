/** The grammar of profiles' names. How a name is put together again is seen in what `profiles.write` sends. */
import { decodeGo } from "@sluice/engine";
import { firstDifference } from "@sluice/engine/conformance";
import { parseProfileName } from "@sluice/engine/profiles";
import type { Checked, NameVector } from "./profiles-cases.ts";

export function checkName({ input, input_b64: base64, parsed, error }: NameVector): Checked {
  const read = parseProfileName(base64 === undefined ? input : decodeGo(Buffer.from(base64, "base64")));
  const got = read.ok ? { parsed: Object.fromEntries(read.labels) } : { error: read.message };
  return { got, difference: firstDifference(error === undefined ? { parsed } : { error }, got) };
}
