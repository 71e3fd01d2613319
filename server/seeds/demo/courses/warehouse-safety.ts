import type { DemoCourse } from '../content.ts';
import { coldStore } from './warehouse-safety/cold-store.ts';
import { forklifts } from './warehouse-safety/forklifts.ts';
import { manualHandling } from './warehouse-safety/manual-handling.ts';
import { racking } from './warehouse-safety/racking.ts';
import { slipsAndSpills } from './warehouse-safety/slips-and-spills.ts';

export const warehouseSafety: DemoCourse = {
  title: 'Warehouse safety',
  emoji: '🦺',
  department: 'warehouse',
  published: true,
  modules: [forklifts, manualHandling, racking, slipsAndSpills, coldStore],
};
