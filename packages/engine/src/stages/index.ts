/** Every stage, in the order of their names. A test compares this list with the folder. */
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { cri } from "./cri.ts";
import { decolorize } from "./decolorize.ts";
import { docker } from "./docker.ts";
import { drop } from "./drop.ts";
import { eventlogmessage } from "./eventlogmessage.ts";
import { geoip } from "./geoip.ts";
import { json } from "./json.ts";
import { labelDrop } from "./label-drop.ts";
import { labelKeep } from "./label-keep.ts";
import { labels } from "./labels.ts";
import { limit } from "./limit.ts";
import { logfmt } from "./logfmt.ts";
import { luhn } from "./luhn.ts";
import { match } from "./match.ts";
import { metrics } from "./metrics.ts";
import { multiline } from "./multiline.ts";
import { output } from "./output.ts";
import { pack } from "./pack.ts";
import { pattern } from "./pattern.ts";
import { regex } from "./regex.ts";
import { replace } from "./replace.ts";
import { sampling } from "./sampling.ts";
import { splitJson } from "./split-json.ts";
import { staticLabels } from "./static-labels.ts";
import { structuredMetadata } from "./structured-metadata.ts";
import { structuredMetadataDrop } from "./structured-metadata-drop.ts";
import { template } from "./template.ts";
import { tenant } from "./tenant.ts";
import { timestamp } from "./timestamp.ts";
import { truncate } from "./truncate.ts";
import { windowsevent } from "./windowsevent.ts";

export const STAGES: readonly StageSpec[] = [
  cri,
  decolorize,
  docker,
  drop,
  eventlogmessage,
  geoip,
  json,
  labelDrop,
  labelKeep,
  labels,
  limit,
  logfmt,
  luhn,
  match,
  metrics,
  multiline,
  output,
  pack,
  pattern,
  regex,
  replace,
  sampling,
  splitJson,
  staticLabels,
  structuredMetadata,
  structuredMetadataDrop,
  template,
  tenant,
  timestamp,
  truncate,
  windowsevent,
];

/** Specs by name, without `stage.`. */
export const STAGE_CATALOG: ReadonlyMap<string, StageSpec> = new Map(STAGES.map((spec) => [spec.name, spec]));
