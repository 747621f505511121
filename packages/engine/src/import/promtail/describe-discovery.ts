/** What kinds of service discovery have in common. */
import { Block } from "./blocks.ts";
import { carry, type Names } from "./carry.ts";
import { type Fields, list, type Section, section, text } from "./fields.ts";
import { type ClientSection, carryClient, carryTls, type TlsSection, type tls } from "./http-client.ts";
import type { Reading } from "./reading.ts";

/** One kind of discovery. */
export interface Discovery {
  /** `consul_sd_configs`. */
  readonly key: string;
  /** `consul`, of `discovery.consul`. */
  readonly component: string;
  readonly field: ReturnType<typeof section>;
  /** The component that does what `config` says. */
  convert(config: Section, label: string, reading: Reading): Block;
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
): Discovery {
  const key = `${component}_sd_configs`;
  return {
    key,
    component,
    field: section(key, fields) as unknown as Discovery["field"],
    convert(given, label, reading) {
      const config = given as unknown as Section<F>;
      const block = new Block(`discovery.${component}`, label, config.node);
      for (const name of required) {
        const value = config.get(name) as unknown;
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
export const client = (config: Section<never>, block: Block, reading: Reading): void =>
  carryClient(config as unknown as ClientSection, block, reading);
export const ownTls = (config: Section<never>, block: Block, reading: Reading): void =>
  carryTls((config as unknown as Section<{ tls_config: typeof tls }>).get("tls_config") as TlsSection, block, reading);

export const filters = list(section("filters", { name: text, values: list(text) }), "an element of filters");
type Filters = Section<{ filters: typeof filters }>;

export function carryFilters(config: Section<never>, block: Block): void {
  for (const filter of (config as unknown as Filters).get("filters")) {
    const inner = block.block("filter", filter.node);
    inner.set("name", text.write(filter.get("name")));
    inner.set("values", list(text).write(filter.get("values")));
  }
}
