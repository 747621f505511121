/** Every component that the engine knows the shape of. Others are refused with a message that says so. */
import type { ComponentSpec } from "./component-spec.ts";
import { discoveryDocker } from "./discovery-docker.ts";
import { discoveryFile } from "./discovery-file.ts";
import { discoveryRelabel } from "./discovery-relabel.ts";
import { localFile } from "./local-file.ts";
import { localFileMatch } from "./local-file-match.ts";
import { logsEcho } from "./logs-echo.ts";
import { logsProcess } from "./logs-process.ts";
import { logsRelabel } from "./logs-relabel.ts";
import { logsSourceApi } from "./logs-source-api.ts";
import { logsSourceDemo } from "./logs-source-demo.ts";
import { logsSourceDocker } from "./logs-source-docker.ts";
import { logsSourceFile } from "./logs-source-file.ts";
import { logsSourceJournal } from "./logs-source-journal.ts";
import { logsSourceOtlp } from "./logs-source-otlp.ts";
import { logsSourceStdin } from "./logs-source-stdin.ts";
import { logsSourceSyslog } from "./logs-source-syslog.ts";
import { logsWrite } from "./logs-write.ts";
import { logsWriteFile } from "./logs-write-file.ts";
import { profilesReceiveHttp } from "./profiles-receive-http.ts";
import { profilesSourceDemo } from "./profiles-source-demo.ts";
import { profilesWrite } from "./profiles-write.ts";

export const COMPONENTS: readonly ComponentSpec[] = [
  discoveryDocker,
  discoveryFile,
  discoveryRelabel,
  localFile,
  localFileMatch,
  logsEcho,
  logsProcess,
  logsRelabel,
  logsSourceApi,
  logsSourceDemo,
  logsSourceDocker,
  logsSourceFile,
  logsSourceJournal,
  logsSourceOtlp,
  logsSourceStdin,
  logsSourceSyslog,
  logsWrite,
  logsWriteFile,
  profilesReceiveHttp,
  profilesSourceDemo,
  profilesWrite,
];

/** Whether both dialects have the same name for it, so that it belongs to neither. */
export const isInBothDialects = ({ name, alias }: ComponentSpec): boolean => name === alias;

/** Specs by every name they go by, in both dialects. */
export const COMPONENT_CATALOG: ReadonlyMap<string, ComponentSpec> = new Map(
  COMPONENTS.flatMap((spec) => [
    [spec.name, spec] as const,
    ...(spec.alias === undefined ? [] : [[spec.alias, spec] as const]),
  ]),
);
