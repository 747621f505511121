/** The protocol of the profile worker, which keeps the open profiles. */
import type { Result } from "../../../core/text/result.ts";
import type { StartKinds } from "../../../core/workers/requests.ts";
import type { ProfileAbout } from "../reading/about.ts";
import type { CallTree } from "../reading/call-tree.ts";
import type { MergedTypes } from "../reading/combine.ts";
import type { Label, SampleType } from "../reading/profile.ts";
import type { FunctionCost } from "../reading/top.ts";

export interface TreeWanted {
  /** Profiles to combine. */
  readonly ids: readonly string[];
  /** Profiles to compare with, also combined; empty: none. */
  readonly before: readonly string[];
  /** Null: the profile's default. */
  readonly type: SampleType | null;
  /** Only samples with this label. */
  readonly label: Label | null;
  /** Only stacks through a function with this text in its name; empty: all. */
  readonly through: string;
}

export interface BuiltTree {
  /** With one column of values, or two for a comparison: before and now. */
  readonly tree: CallTree;
  readonly top: readonly FunctionCost[];
  readonly compared: boolean;
  readonly type: SampleType;
  /** The types to choose from. */
  readonly types: readonly SampleType[];
  readonly samples: number;
  /** Undefined for a single profile. */
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
