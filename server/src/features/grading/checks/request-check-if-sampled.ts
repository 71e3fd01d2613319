import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GRADE_CHECK_PARAMETERS } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { GradeCheckEntity } from './grade-check.entity.ts';

const SAMPLE_KEY = defineStatement({
  name: 'read-grade-sample-key',
  scope: 'tenant',
  row: z.strictObject({ key: z.uuid() }),
  sql: `select grade_sample_key as key from workspaces where id = :workspaceId`,
});

type Given = { workspaceId: string; answerId: string; number: number };

/**
 * Returns true if a grade is part of the sample. Nobody can predict that without the workspace's key, and the result is
 * always the same.
 */
export function isInSample(key: string, { answerId, number }: Omit<Given, 'workspaceId'>): boolean {
  const drawn = createHmac('sha256', key).update(`${answerId} ${number}`).digest().readUInt32BE(0);
  return drawn < GRADE_CHECK_PARAMETERS.share * 2 ** 32;
}

/** Asks trainers to check a grade that counts without one, if it is part of the sample (rules/grading 12). */
export async function requestCheckIfSampled(
  em: EntityManager,
  { now, ...given }: Given & { now: Date },
): Promise<void> {
  const { key } = await SAMPLE_KEY.one(em, { workspaceId: given.workspaceId });
  if (isInSample(key, given)) await em.insert(GradeCheckEntity, { id: newId(), ...given, chosenAt: now });
}
