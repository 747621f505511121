/** What the worker that opens profiles can be asked. It keeps those that are open. */
import type { Result } from "../../../core/text/result.ts";
import type { StartKinds } from "../../../core/workers/requests.ts";
import type { ProfileAbout } from "../reading/about.ts";
import type { CallTree } from "../reading/call-tree.ts";
import type { MergedTypes } from "../reading/combine.ts";
import type { Label, SampleType } from "../reading/profile.ts";
import type { FunctionCost } from "../reading/top.ts";

export interface TreeWanted {
  /** Profiles that are merged. */
  readonly ids: readonly string[];
  /** What they are compared with, merged, too; empty: nothing. */
  readonly before: readonly string[];
  /** Null: the one that the profile begins with. */
  readonly type: SampleType | null;
  /** Only samples that have it. */
  readonly label: Label | null;
  /** Only stacks through a function that has it in its name; empty: all. */
  readonly through: string;
}

export interface BuiltTree {
  /** With one column of values; of a comparison with two: before and now. */
  readonly tree: CallTree;
  readonly top: readonly FunctionCost[];
  readonly compared: boolean;
  readonly type: SampleType;
  /** That can be chosen. */
  readonly types: readonly SampleType[];
  readonly samples: number;
  /** Undefined: it is of one profile. */
  readonly merged?: MergedTypes | undefined;
}

export interface ProfileKinds {
  readonly open: { readonly ask: { readonly id: string; readonly file: Blob }; readonly answer: Result<ProfileAbout> };
  readonly close: { readonly ask: string; readonly answer: undefined };
  readonly build: { readonly ask: TreeWanted; readonly answer: Result<BuiltTree> };
}

declare module "../../../core/page/app.ts" {
  interface Platform {
    readonly startProfiles: StartKinds<ProfileKinds>;
  }
}
