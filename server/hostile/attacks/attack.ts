import type { FailingDrive } from '../failing-drive.ts';
import type { Target } from '../target.ts';

export interface AttackPlan {
  target: Target;
  /** Connections that askers hold, and all other attacks together. */
  connections: number;
  /** Cookies of the trainer's, one for each attack: whose session is held would otherwise make none of the others. */
  sessions?: string[];
  /** A drive that the tenant may connect. */
  drive?: FailingDrive;
  /** Only the attacks that have this in their names. */
  only?: string;
}

/**
 * @property statuses How often each came; 0 is a connection that was closed without an answer.
 * @property failures What the server should not have done.
 * @property late What took too long, if the machine was quiet.
 */
export type Tally = { statuses: Record<number, number>; failures?: string[]; late?: string[] };

export interface Attack {
  name: string;
  /** True if it proves something at its end. It gets time for that after the others have stopped. */
  endsByItself?: true;
  /** Goes on until `signal`, whatever it is answered. */
  run: (plan: AttackPlan, signal: AbortSignal) => Promise<Tally>;
}

/** Runs `shots` side by side, each again and again; a shot answers a status. */
export async function repeat(count: number, signal: AbortSignal, shot: (n: number) => Promise<number>): Promise<Tally> {
  const statuses: Record<number, number> = {};
  let n = 0;
  const lane = async () => {
    while (!signal.aborted) {
      const status = await shot(n++);
      if (signal.aborted) return;
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Who is refused at once would otherwise measure nothing but this process.
      await new Promise((resolve) => setTimeout(resolve, status === 200 ? 0 : 50));
    }
  };
  await Promise.all(Array.from({ length: count }, lane));
  return { statuses };
}
