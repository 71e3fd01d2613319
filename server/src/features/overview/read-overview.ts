import { type Overview, SetUpStep, type SetUp } from '@training/shared/overview/overview';
import { z } from 'zod';
import type { AiContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readStanding } from '../analytics/read-standing.ts';
import { oldestReviews, readAttention, lastChanges, overduePeople } from './attention.ts';
import { ownDrafts, waitingJobs } from './drafts-and-jobs.ts';
import { newSuggestions, openQueries } from './open-queries.ts';
import { withPermission } from './with-permission.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { readAvailability } from '../provider-keys/read-availability.ts';
import { ownerOf } from '../ai/files/owner-of.ts';

const READ = defineStatement({
  name: 'read-set-up',
  scope: 'tenant',
  row: z.strictObject({
    away: z.boolean(),
    people: z.boolean(),
    course: z.boolean(),
    token: z.boolean(),
    channel: z.boolean(),
    time_zone: z.boolean(),
  }),
  sql: `
select exists (select from set_up_put_away where workspace_id = :workspaceId and user_id = :me) as away,
  exists (select from users where workspace_id = :workspaceId and id <> :me) as people,
  exists (select from courses where workspace_id = :workspaceId) as course,
  exists (select from api_tokens where workspace_id = :workspaceId and revoked_at is null) as token,
  exists (select from chat_connections where workspace_id = :workspaceId and state <> 'untested')
    or exists (select from drive_connections where workspace_id = :workspaceId and state <> 'disconnected') as channel,
  time_zone <> 'UTC' as time_zone
from workspaces where id = :workspaceId`,
});

/** Lists the steps for setting up a workspace, with their actual state; null if all are done or the list was hidden. */
async function readSetUp(ctx: AiContext): Promise<SetUp | null> {
  const asked = withPermission(ctx, 'workspace:write');
  const { away, ...found } = await READ.one(asked.db.pool, { workspaceId: asked.workspace.id, me: ownerOf(asked) });
  if (away) return null;
  const done: Record<SetUpStep, boolean> = { ai: (await readAvailability(asked)).generation, ...found };
  const steps = SetUpStep.options.map((step) => ({ step, done: done[step] }));
  return steps.every((step) => step.done) ? null : steps;
}

/** Reads the start page for the caller's role (rules/overview 1). Its parts are read sequentially. */
export async function readOverview(ctx: AiContext): Promise<Overview> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people have a start page. Sign in to the console.');
  const { role } = actor;
  if (role === 'learner') return { role };
  const standing = await readStanding(withPermission(ctx, 'learners:compare'));
  switch (role) {
    case 'super_admin':
      return {
        role,
        attention: await readAttention(ctx),
        behind: await overduePeople(ctx),
        set_up: await readSetUp(ctx),
        standing,
      };
    case 'trainer':
      return {
        role,
        queries: await openQueries(ctx),
        drafts: await ownDrafts(ctx),
        jobs: await waitingJobs(ctx),
        suggestions: await newSuggestions(ctx),
        standing,
      };
    case 'content_manager':
      return { role, reviews: await oldestReviews(ctx), standing };
    case 'auditor':
      return { role, changes: await lastChanges(ctx), standing };
  }
}
