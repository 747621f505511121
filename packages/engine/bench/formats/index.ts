/** All formats, each family in the file of its name. */
import type { LogFormat } from "./corpus.ts";
import { ACCESS } from "./families/access.ts";
import { DATABASES } from "./families/databases.ts";
import { GO_AND_RUST } from "./families/go-and-rust.ts";
import { JVM_AND_NET } from "./families/jvm-and-net.ts";
import { PROXIES } from "./families/proxies.ts";
import { SCRIPTING } from "./families/scripting.ts";

export { type TrueEntry, type WrittenLog, writeLog } from "./corpus.ts";

export const FORMATS: readonly LogFormat[] = [
  ...ACCESS,
  ...PROXIES,
  ...DATABASES,
  ...JVM_AND_NET,
  ...GO_AND_RUST,
  ...SCRIPTING,
];
