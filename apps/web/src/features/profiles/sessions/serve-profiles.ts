/**
 * The worker side that opens profiles and makes trees of them: it reads a file or a recorded body
 * (`reading/read-body.ts`), keeps those that are open, and answers with a call tree and the cost of each function.
 */

import type { Result } from "../../../core/text/result.ts";
import type { WorkerScope } from "../../../core/workers/port.ts";
import { type Reply, type Request, serveRequests } from "../../../core/workers/requests.ts";
import { describeBody } from "../reading/about.ts";
import { buildCallTree } from "../reading/call-tree.ts";
import { compareProfiles, mergedTypes, mergeProfiles } from "../reading/combine.ts";
import { findFunctions, withFunctions, withLabels } from "../reading/filter.ts";
import { checkFileSize, checkLimit, ProfileError } from "../reading/limits.ts";
import { hasType, type Label, type Profile, sameType, sampleCount } from "../reading/profile.ts";
import { readBody } from "../reading/read-body.ts";
import { topFunctions } from "../reading/top.ts";
import type { BuiltTree, ProfileKinds, TreeWanted } from "./profile-protocol.ts";

export function serveProfiles(scope: WorkerScope<Request<ProfileKinds>, Reply<ProfileKinds>>): void {
  const opened = new Map<string, Profile>();
  serveRequests<ProfileKinds>(scope, {
    open: ({ id, file }) =>
      inWords(async () => {
        checkFileSize(file.size);
        const body = await readBody(new Uint8Array(await file.arrayBuffer()));
        if (body.profile !== undefined) {
          checkLimit("frames", totalFrames([...opened.values(), body.profile]));
          opened.set(id, body.profile);
        }
        return describeBody(body);
      }),
    close: (id) => {
      opened.delete(id);
      return undefined;
    },
    build: (wanted) => inWords(async () => build(opened, wanted)),
  });
}

/** All open profiles together have the same limit as one. */
const totalFrames = (profiles: readonly Profile[]) => profiles.reduce((sum, { frames }) => sum + frames.length, 0);

async function inWords<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (error instanceof ProfileError) return { ok: false, message: error.message };
    throw error;
  }
}

function build(opened: ReadonlyMap<string, Profile>, { ids, before, type, label, through }: TreeWanted): BuiltTree {
  const get = (id: string): Profile => {
    const profile = opened.get(id);
    if (profile === undefined) throw new ProfileError("This profile is no longer open: open it again.");
    return profile;
  };
  const profiles = ids.map(get);
  const now = mergeProfiles(profiles);
  const old = before.length === 0 ? undefined : mergeProfiles(before.map(get));
  const types = old === undefined ? now.sampleTypes : now.sampleTypes.filter((one) => hasType(old.sampleTypes, one));
  const wanted = types.find((one) => type !== null && sameType(one, type));
  const standing = now.sampleTypes[now.defaultType]!;
  const shown = wanted ?? types.find((one) => sameType(one, standing)) ?? types[0];
  if (shown === undefined) throw new ProfileError("These profiles have no sample type in common.");
  const profile = old === undefined ? now : compareProfiles(old, now, shown);
  const keep = choose(profile, label, through);
  const whole = buildCallTree(profile, keep);
  const column = now.sampleTypes.findIndex((one) => sameType(one, shown));
  const tree = old === undefined ? { ...whole, selfs: [whole.selfs[column]!], totals: [whole.totals[column]!] } : whole;
  const samples = keep === undefined ? sampleCount(profile) : keep.reduce((sum, one) => sum + one, 0);
  const merged = profiles.length > 1 ? mergedTypes(profiles) : undefined;
  return { tree, top: topFunctions(tree), compared: old !== undefined, type: shown, types, samples, merged };
}

/** The samples that count; undefined: all. */
function choose(profile: Profile, label: Label | null, through: string): Uint8Array | undefined {
  const labelled = label === null ? undefined : withLabels(profile, [label]);
  const found = findFunctions(profile.functions, through);
  if (found === undefined) return labelled;
  const keep = withFunctions(profile, found);
  return labelled === undefined ? keep : keep.map((one, sample) => one & labelled[sample]!);
}
