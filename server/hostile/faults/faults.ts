import { connectionsCut, databaseAway, databaseKilled } from './database-faults.ts';
import { diskFull } from './disk-full.ts';
import type { FaultOutcome } from './fault.ts';
import { clockShifted, instanceKilled, tenMigrate } from './process-faults.ts';

/** Each on a stage of its own, in the folder given. */
export const FAULTS: Record<string, (folder: string) => Promise<FaultOutcome>> = {
  'database-killed': databaseKilled,
  'database-away': databaseAway,
  'connections-cut': connectionsCut,
  'disk-full': diskFull,
  'clock-shifted': clockShifted,
  'instance-killed': instanceKilled,
  'ten-migrate': tenMigrate,
};
