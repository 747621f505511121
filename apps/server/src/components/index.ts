/** Every component that the server runs. */
import type { ComponentNode, Diagnostic } from "@sluice/engine";
import type { ComponentRecord } from "../core/component-record.ts";
import { findUnrunnable, recordsByName } from "../core/runnable.ts";
import { discoveryDockerRecord } from "./discovery-docker.ts";
import { discoveryFileRecord } from "./discovery-file.ts";
import { discoveryRelabelRecord } from "./discovery-relabel.ts";
import { echoRecord } from "./echo.ts";
import { fileMatchRecord } from "./file-match.ts";
import { localFileRecord } from "./local-file.ts";
import { processRecord } from "./process.ts";
import { profilesReceiveHttpRecord } from "./profiles-receive-http.ts";
import { profilesSourceDemoRecord } from "./profiles-source-demo.ts";
import { profilesWriteRecord } from "./profiles-write.ts";
import { relabelRecord } from "./relabel.ts";
import { sourceApiRecord } from "./source-api.ts";
import { sourceDemoRecord } from "./source-demo.ts";
import { sourceDockerRecord } from "./source-docker.ts";
import { sourceFileRecord } from "./source-file.ts";
import { sourceOtlpRecord } from "./source-otlp.ts";
import { sourceStdinRecord } from "./source-stdin.ts";
import { sourceSyslogRecord } from "./source-syslog.ts";
import { writeRecord } from "./write.ts";
import { writeFileRecord } from "./write-file.ts";

export const RUNNING: readonly ComponentRecord[] = [
  discoveryFileRecord,
  discoveryDockerRecord,
  discoveryRelabelRecord,
  fileMatchRecord,
  localFileRecord,
  processRecord,
  relabelRecord,
  sourceApiRecord,
  sourceDockerRecord,
  sourceFileRecord,
  sourceDemoRecord,
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
