/** The values of records. */
export type MmdbValue = string | number | bigint | Uint128 | boolean | Uint8Array | readonly MmdbValue[] | MmdbMap;
export type MmdbMap = ReadonlyMap<string, MmdbValue>;

/** An integer of the type uint128, however small: the original never reads one into a field for integers. */
export class Uint128 {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}
