// What sealing the audit log takes of the server and of PostgreSQL for each write under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { extendAuditChains } from '../src/features/audit/chain/extend-chain.ts';
import { measureBackgroundWork } from './background-work.ts';
import type { Bench } from './measure.ts';
import type { Part } from './report.ts';

export const SEALING = 'sealing';

/** Milliseconds in which the server comes by once more, and seals what the round has left. */
const TAIL = 6_000;

export function measureSealing(bench: Bench): Promise<Part> {
  const going = new AbortController().signal;
  return measureBackgroundWork(bench, {
    name: SEALING,
    operations: ['upsert'],
    table: 'audit_chain',
    settle: () => extendAuditChains(bench.data.db, TAIL, going),
    finish: () => sleep(TAIL),
  });
}
