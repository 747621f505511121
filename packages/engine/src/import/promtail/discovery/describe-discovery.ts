/** Shared by the kinds of service discovery. */
import { Block } from "../blocks.ts";
import { carry, type Names } from "../carry.ts";
import { type Field, type Fields, list, type Section, section, text } from "../fields.ts";
import { type ClientSection, carryClient, carryTls, type tls } from "../http-client.ts";
import type { Reading } from "../reading.ts";

/** One kind of discovery. `convert` is given what `field` read. */
export interface Discovery<F extends Fields = Fields> {
  /** `consul_sd_configs`. */
  readonly key: string;
  /** `consul`, of `discovery.consul`. */
  readonly component: string;
  readonly field: Field<Section<F>>;
  /** The component that does what `config` says. */
  convert(config: Section<F>, label: string, reading: Reading): Block;
}

export interface Description<F extends Fields> {
  readonly fields: F;
  readonly names: Names<F>;
  /** Keys that must be there and not be empty. */
  readonly required?: readonly (keyof F & string)[];
  readonly more?: (config: Section<F>, block: Block, reading: Reading) => void;
}

/** Describes a kind by what its configuration holds and which of that become arguments. */
export function describe<const F extends Fields>(
  component: string,
  { fields, names, required = [], more }: Description<F>,
): Discovery<F> {
  const key = `${component}_sd_configs`;
  return {
    key,
    component,
    field: section(key, fields),
    convert(config, label, reading) {
      const block = new Block(`discovery.${component}`, label, config.node);
      for (const name of required) {
        const value = config.get(name);
        if (value === "" || (Array.isArray(value) && value.length === 0))
          reading.error("import-value", `${key} needs ${name}`, config.place(name) ?? config.node);
      }
      carry(config, names, block, reading);
      more?.(config, block, reading);
      return block;
    },
  };
}

/** Every setting of the client. */
export const client = (config: ClientSection, block: Block, reading: Reading): void =>
  carryClient(config, block, reading);
export const ownTls = (config: Section<{ tls_config: typeof tls }>, block: Block, reading: Reading): void =>
  carryTls(config.get("tls_config"), block, reading);

export const filters = list(section("filters", { name: text, values: list(text) }), "an element of filters");
type Filters = Section<{ filters: typeof filters }>;

export function carryFilters(config: Filters, block: Block): void {
  for (const filter of config.get("filters")) {
    const inner = block.block("filter", filter.node);
    inner.set("name", text.write(filter.get("name")));
    inner.set("values", list(text).write(filter.get("values")));
  }
}
