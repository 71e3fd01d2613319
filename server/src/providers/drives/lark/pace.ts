import { z } from 'zod';

/** Lark's ping interval and reconnection delays, in milliseconds. */
export type Pace = {
  ping: number;
  /** Pause between two attempts. */
  pause: number;
  /** Maximum random addition, so that not all clients reconnect at once. */
  jitter: number;
};

/** Used until Lark sends its configuration. */
export const FIRST_PACE: Pace = { ping: 120_000, pause: 10_000, jitter: 5_000 };

/** Lark's configuration in seconds, limited to sensible values. */
export const ClientConfig = z
  .object({ PingInterval: z.number(), ReconnectInterval: z.number(), ReconnectNonce: z.number() })
  .transform((config): Pace => ({
    ping: within(config.PingInterval, 1, 300) * 1000,
    pause: within(config.ReconnectInterval, 1, 120) * 1000,
    jitter: within(config.ReconnectNonce, 0, 30) * 1000,
  }));

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
