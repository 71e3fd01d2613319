import { z } from 'zod';

/** How often Lark wants to be pinged, and when it wants to be connected to again, in milliseconds. */
export type Pace = {
  ping: number;
  /** Between two attempts. */
  pause: number;
  /** The most that is waited besides, by lot, so that not everybody comes back at once. */
  jitter: number;
};

/** Until Lark has said anything. */
export const FIRST_PACE: Pace = { ping: 120_000, pause: 10_000, jitter: 5_000 };

/** As Lark says it, in seconds; bounded, because it is what we do then. */
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
