/** All formats, each family in the file of its name. */
import type { LogFormat } from "./corpus.ts";
import { ACCESS } from "./families/access.ts";
import { APPLICATIONS } from "./families/applications.ts";
import { CLOUDS_AND_SECURITY } from "./families/clouds-and-security.ts";
import { DATABASES } from "./families/databases.ts";
import { DATES } from "./families/dates.ts";
import { GO_AND_RUST } from "./families/go-and-rust.ts";
import { JVM_AND_NET } from "./families/jvm-and-net.ts";
import { KUBERNETES } from "./families/kubernetes.ts";
import { PREFIXED } from "./families/prefixed.ts";
import { PROXIES } from "./families/proxies.ts";
import { SCRIPTING } from "./families/scripting.ts";
import { SEPARATED } from "./families/separated.ts";
import { SYSTEMS } from "./families/systems.ts";

export { type LogFormat, type TrueEntry, type WantedValue, type WrittenLog, waysOf, writeLog } from "./corpus.ts";
export { MEANINGS, type Meanings, meaningsSaid } from "./meanings.ts";

export const FORMATS: readonly LogFormat[] = [
  ...ACCESS,
  ...PROXIES,
  ...DATABASES,
  ...JVM_AND_NET,
  ...GO_AND_RUST,
  ...SCRIPTING,
  ...SYSTEMS,
  ...KUBERNETES,
  ...CLOUDS_AND_SECURITY,
  ...APPLICATIONS,
  ...PREFIXED,
  ...DATES,
  ...SEPARATED,
];
