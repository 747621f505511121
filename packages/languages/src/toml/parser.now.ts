import * as part from "smol-toml";

export const toml = () => part;
