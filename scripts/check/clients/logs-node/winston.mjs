// Sends by winston-loki: in turns as snappy-compressed protobuf, which is its own choice, and as JSON.
import winston from "winston";
import LokiTransport from "winston-loki";
import { sendUntilTold } from "./entries.mjs";

const problems = [];
const transports = [false, true].map(
  (json) =>
    new LokiTransport({
      host: process.env.ADDRESS,
      json,
      interval: 0.2,
      labels: { job: "shop", encoding: json ? "json" : "protobuf" },
      format: winston.format.printf(({ message }) => message),
      gracefulShutdown: false,
      onConnectionError: (error) => problems.push(String(error)),
    }),
);
const loggers = transports.map((transport) => winston.createLogger({ transports: [transport] }));

await sendUntilTold(
  (line, id) => loggers[id % 2].info(line),
  async () => {
    for (const transport of transports) await transport.close();
    return problems;
  },
);
