/** What Go calls the statuses of HTTP, also where the platform has other words or none. */
import { STATUS_CODES } from "node:http";

const GO: Readonly<Record<number, string | undefined>> = {
  413: "Request Entity Too Large",
  414: "Request URI Too Long",
  416: "Requested Range Not Satisfiable",
  418: "I'm a teapot",
  // Not known to Go.
  509: undefined,
};

export const STANDARD_PHRASES: Readonly<Record<number, string | undefined>> = { ...STATUS_CODES, ...GO };
