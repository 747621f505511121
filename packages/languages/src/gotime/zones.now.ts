import * as part from "./iana-zone.ts";

export const zones = () => part;
