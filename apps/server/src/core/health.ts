/** How a component is, with the reason where it is not well. */
export interface Health {
  readonly state: "healthy" | "unhealthy";
  readonly message: string;
}

export const HEALTHY: Health = { state: "healthy", message: "" };
