/** What a server is made of for one configuration: all but its page, built and not yet started. */
import { join } from "node:path";
import { type Diagnostic, type OpenedDocument, SeededRandom, secretValues } from "@sluice/engine";
import { RUNNING } from "./components/index.ts";
import { findForbiddenPaths } from "./configs/allowed-paths.ts";
import { ConfigControl } from "./configs/config-control.ts";
import type { VersionStore } from "./configs/versions.ts";
import { keepsState, type Restrict, Runtime } from "./core/runtime/runtime.ts";
import type { Shown } from "./core/shown.ts";
import { LineInput } from "./files/reading/line-input.ts";
import type { DataDirectory } from "./host/data-directory.ts";
import { AddressBook } from "./platform/address-book.ts";
import { type FileRules, rulesOf } from "./platform/file-rules.ts";
import type { Scheduler } from "./platform/scheduler.ts";
import { PreviewPool } from "./preview/preview-pool.ts";
import { RequestRecord } from "./recording/request-record.ts";
import { allowedEnvOf, folderOf, type ServerOptions, sourceOf } from "./server-options.ts";
import type { Candidate, FailedStart } from "./starting.ts";
import { Watching } from "./watching.ts";

/** What a server has, whatever configuration it starts with. */
export interface Prepared {
  readonly shown: Shown;
  readonly options: ServerOptions;
  readonly scheduler: Scheduler;
  readonly data: DataDirectory;
  /** Undefined where the data directory cannot be had. */
  readonly versions: VersionStore | undefined;
  /** Why it cannot. */
  readonly noData: string | undefined;
}

export interface ServerParts extends Prepared {
  readonly runtime: Runtime;
  readonly control: ConfigControl;
  readonly watching: Watching;
  readonly previews: PreviewPool;
  readonly requests: RequestRecord;
  readonly addresses: AddressBook;
}

/** What a configuration may do, by where it comes from. */
interface Permissions {
  /** Of the configuration's own file. */
  readonly rules: FileRules;
  /** Of one that came over the API. */
  readonly restrict: Restrict;
}

type Assembled =
  | { readonly ok: true; readonly parts: ServerParts; readonly warnings: readonly Diagnostic[] }
  | FailedStart;

/** `refreshPage` reads anew what the page needs; it is asked once the server runs. */
export async function assemble(
  candidate: Candidate,
  prepared: Prepared,
  refreshPage: () => Promise<string | undefined>,
): Promise<Assembled> {
  const { shown, options, scheduler, data, noData } = prepared;
  const { config, origin } = candidate;
  shown.hideActive(secretValues(config));
  const warnings = shown.diagnostics(config.diagnostics);
  const permissions = permissionsOf(prepared);
  const { restrict } = permissions;
  const atFault = "configuration";
  if (!config.ok) return { ok: false, atFault, diagnostics: warnings };
  if (noData !== undefined && keepsState(config, RUNNING)) return { ok: false, diagnostics: warnings, message: noData };
  const forbidden = origin === "api" ? restrict.find(config.components) : [];
  if (forbidden.length > 0) return { ok: false, atFault, diagnostics: [...warnings, ...forbidden] };
  const seed = options.seed ?? Number(scheduler.now() % 4_294_967_291n);
  const shared = { seed, addresses: new AddressBook(), requests: new RequestRecord(new SeededRandom(seed)) };
  const created = await createRuntime(candidate, prepared, permissions, shared);
  if (!created.ok) {
    if (!("diagnostics" in created))
      return { ok: false, atFault, diagnostics: warnings, message: shown.text(created.message) };
    return { ok: false, atFault, diagnostics: [...warnings, ...shown.diagnostics(created.diagnostics)] };
  }
  const { runtime } = created;
  const control = controlOf(candidate, prepared, permissions, runtime, refreshPage);
  const watching = new Watching({
    runtime,
    control,
    scheduler,
    shown,
    queryLoki: options.queryLoki,
    log: options.log,
    configFile: configFileOf(options),
    seed,
  });
  const previews = new PreviewPool({ scheduler, log: options.log });
  return { ok: true, warnings, parts: { ...prepared, ...shared, data, runtime, control, watching, previews } };
}

/** The file beside which relative paths are looked up; a folder's is named, though it may not be there. */
const configFileOf = (options: ServerOptions): string => join(folderOf(options), "config.alloy");

function permissionsOf({ data, options }: Prepared): Permissions {
  const outside = rulesOf({
    dataDir: data.folder,
    read: options.allowPaths ?? [],
    write: options.allowWritePaths ?? [],
  });
  return {
    rules: { data: outside.data },
    restrict: { rules: outside, find: (nodes) => findForbiddenPaths(nodes, folderOf(options), outside) },
  };
}

function createRuntime(
  { config, origin }: Candidate,
  { shown, options, scheduler, data }: Prepared,
  { rules, restrict }: Permissions,
  shared: { readonly seed: number; readonly addresses: AddressBook; readonly requests: RequestRecord },
) {
  return Runtime.create(
    config,
    {
      ...shared,
      records: RUNNING,
      configFile: configFileOf(options),
      scheduler,
      log: options.log,
      print: options.print,
      input: options.input && new LineInput(options.input),
      dataDir: data.folder,
      dataLost: () => data.lost,
      rules,
      hideFrom: (text, more) => shown.foreign(text, more),
      onValues: (node) => shown.hideValuesOf(node.id, secretValues({ components: [node] })),
    },
    origin === "api" ? restrict : undefined,
  );
}

function controlOf(
  { config, files, fallback }: Candidate,
  { shown, options, scheduler, data, versions, noData }: Prepared,
  { rules, restrict }: Permissions,
  runtime: Runtime,
  refresh: () => Promise<string | undefined>,
): ConfigControl {
  const { log, reread } = options;
  const parts = {
    shown,
    scheduler,
    log,
    reread,
    prepare: async (next: OpenedDocument) => (keepsState(next, RUNNING) ? data.take() : undefined),
    restrict,
    rules,
    versions,
    versionsProblem: noData,
    source: sourceOf(options),
    allowedEnv: allowedEnvOf(options),
    refresh,
    takesOver: ({ logging }: OpenedDocument) => options.adjustLog?.(logging),
  };
  return new ConfigControl(parts, runtime, { config, files, fallback });
}
