/** What a YAML document holds, as plain data. */

/** Integers are exact, from -2^63 to 2^64 - 1. */
export type YamlValue = null | boolean | bigint | number | string | readonly YamlValue[] | YamlMap;

export interface YamlMap {
  /** By the text of the key, merged entries after the mapping's own. */
  readonly entries: ReadonlyMap<string, YamlValue>;
  /** Whether all keys are texts. With any other, Go makes a `map[interface {}]interface {}` of it. */
  readonly allText: boolean;
}

export type YamlResult =
  | { readonly ok: true; readonly value: YamlValue }
  | {
      readonly ok: false;
      /** `yaml: line 2: …`; as in Go the first line is not named. */
      readonly message: string;
    };

/** Internal to the reader: ends reading at the first error, which `parseYaml` turns into a result. */
export class YamlError {
  readonly message: string;
  /** UTF-16 offset of the mistake, if known: Go's line is often that of the surrounding node. */
  readonly offset: number | undefined;
  constructor(message: string, offset?: number) {
    this.message = message;
    this.offset = offset;
  }
}
