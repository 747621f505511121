/** Every component that the server runs. */
import type { ComponentNode, Diagnostic } from "@sluice/engine";
import type { ComponentRecord } from "../core/component-record.ts";
import { findUnrunnable, recordsByName } from "../core/runtime/runnable.ts";
import { discoveryDockerRecord } from "./discovery/discovery-docker.ts";
import { discoveryFileRecord } from "./discovery/discovery-file.ts";
import { discoveryRelabelRecord } from "./discovery/discovery-relabel.ts";
import { localFileRecord } from "./discovery/local-file.ts";
import { fileMatchRecord } from "./discovery/local-file-match.ts";
import { processRecord } from "./pipelines/process.ts";
import { relabelRecord } from "./pipelines/relabel.ts";
import { profilesReceiveHttpRecord } from "./profiles/profiles-receive-http.ts";
import { profilesSourceDemoRecord } from "./profiles/profiles-source-demo.ts";
import { profilesWriteRecord } from "./profiles/profiles-write.ts";
import { echoRecord } from "./sinks/echo.ts";
import { writeRecord } from "./sinks/write.ts";
import { writeFileRecord } from "./sinks/write-file.ts";
import { sourceApiRecord } from "./sources/source-api.ts";
import { sourceDemoRecord } from "./sources/source-demo.ts";
import { sourceDockerRecord } from "./sources/source-docker.ts";
import { sourceFileRecord } from "./sources/source-file.ts";
import { sourceJournalRecord } from "./sources/source-journal.ts";
import { sourceOtlpRecord } from "./sources/source-otlp.ts";
import { sourceStdinRecord } from "./sources/source-stdin.ts";
import { sourceSyslogRecord } from "./sources/source-syslog.ts";

export const RUNNING: readonly ComponentRecord[] = [
  discoveryDockerRecord,
  discoveryFileRecord,
  discoveryRelabelRecord,
  fileMatchRecord,
  localFileRecord,
  processRecord,
  relabelRecord,
  sourceApiRecord,
  sourceDockerRecord,
  sourceFileRecord,
  sourceDemoRecord,
  sourceJournalRecord,
  sourceOtlpRecord,
  sourceStdinRecord,
  sourceSyslogRecord,
  writeRecord,
  writeFileRecord,
  echoRecord,
  profilesReceiveHttpRecord,
  profilesSourceDemoRecord,
  profilesWriteRecord,
];

/** What keeps these components from running, although their text is in order. */
export const diagnoseComponents = (components: readonly ComponentNode[]): Diagnostic[] =>
  findUnrunnable(components, recordsByName(RUNNING));
