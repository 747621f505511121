/** A file that a stage names, as the user chose it. */
export interface ResourceFile {
  readonly name: string;
  readonly size: number;
  readonly blob: Blob;
}

/** By the path that the configuration has. */
export type ResourceFiles = Readonly<Record<string, ResourceFile>>;
