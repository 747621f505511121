/** The worker side that opens profiles and makes trees of them. */
import { describeBody } from "../domain/profiles/about.ts";
import { buildCallTree } from "../domain/profiles/call-tree.ts";
import { compareProfiles, mergeProfiles, typeName } from "../domain/profiles/combine.ts";
import { findFunctions, withFunctions, withLabels } from "../domain/profiles/filter.ts";
import { checkLimit, PROFILE_LIMITS, ProfileError } from "../domain/profiles/limits.ts";
import { type Label, type Profile, type SampleType, sampleCount } from "../domain/profiles/profile.ts";
import { readBody } from "../domain/profiles/read-body.ts";
import { topFunctions } from "../domain/profiles/top.ts";
import type { WorkerScope } from "./port.ts";
import type { BuiltTree, ProfileKinds, Result, TreeWanted } from "./profile-protocol.ts";
import { type Reply, type Request, serveRequests } from "./requests.ts";

export function serveProfiles(scope: WorkerScope<Request<ProfileKinds>, Reply<ProfileKinds>>): void {
  const opened = new Map<string, Profile>();
  serveRequests<ProfileKinds>(scope, {
    open: ({ id, file }) =>
      inWords(async () => {
        if (file.size > PROFILE_LIMITS.fileBytes)
          throw new ProfileError(
            `The file is too large to open: it has more than ${PROFILE_LIMITS.fileBytes / 2 ** 20} MiB.`,
          );
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

/** What all open profiles hold together is bounded as one of them is. */
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
    if (profile === undefined) throw new ProfileError("This profile is not open any more: open it again.");
    return profile;
  };
  const now = mergeProfiles(ids.map(get));
  const old = before.length === 0 ? undefined : mergeProfiles(before.map(get));
  const types = old === undefined ? now.sampleTypes : commonTypes(now, old);
  const wanted = types.find((one) => type !== null && typeName(one) === typeName(type));
  const standing = now.sampleTypes[now.defaultType]!;
  const shown = wanted ?? types.find((one) => typeName(one) === typeName(standing)) ?? types[0];
  if (shown === undefined) throw new ProfileError("These profiles have no sample type in common.");
  const profile = old === undefined ? now : compareProfiles(old, now, shown);
  const keep = choose(profile, label, through);
  const whole = buildCallTree(profile, keep);
  const column = now.sampleTypes.findIndex((one) => typeName(one) === typeName(shown));
  const tree = old === undefined ? { ...whole, selfs: [whole.selfs[column]!], totals: [whole.totals[column]!] } : whole;
  const samples = keep === undefined ? sampleCount(profile) : keep.reduce((sum, one) => sum + one, 0);
  return { tree, top: topFunctions(tree), compared: old !== undefined, type: shown, types, samples };
}

/** The samples that count; undefined: all. */
function choose(profile: Profile, label: Label | null, through: string): Uint8Array | undefined {
  const labelled = label === null ? undefined : withLabels(profile, [label]);
  const found = findFunctions(profile.functions, through);
  if (found === undefined) return labelled;
  const keep = withFunctions(profile, found);
  return labelled === undefined ? keep : keep.map((one, sample) => one & labelled[sample]!);
}

const commonTypes = (a: Profile, b: Profile): readonly SampleType[] =>
  a.sampleTypes.filter((type) => b.sampleTypes.some((other) => typeName(other) === typeName(type)));
