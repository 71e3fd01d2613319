import { z } from 'zod';

/** `rehearsal`: requests are answered as if done. `stopped`: the brake holds them up. */
export const ConnectionState = z.enum(['rehearsal', 'on', 'stopped']);
export type ConnectionState = z.infer<typeof ConnectionState>;

/** Why the brake stopped a connection. */
export const StoppedBecause = z.enum(['share', 'last_super_admin']);
export type StoppedBecause = z.infer<typeof StoppedBecause>;
