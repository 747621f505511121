/** What we use of it; it comes without types. */
declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat: "woff2";
    /** Tags of OpenType features that are kept; all by default. */
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  }
  /** The font with the characters of `text` alone. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
