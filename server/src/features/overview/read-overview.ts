import type { Overview } from '@training/shared/overview/overview';
import type { AiContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readStanding } from '../analytics/read-standing.ts';
import { oldestReviews, readAttention } from './lists/attention.ts';
import { ownDrafts, waitingJobs } from './lists/drafts-and-jobs.ts';
import { lastChanges } from './lists/last-changes.ts';
import { newSuggestions } from './lists/new-suggestions.ts';
import { openQueries } from './lists/open-queries.ts';
import { overduePeople } from './lists/overdue-people.ts';
import { readSetUp } from './set-up.ts';
import { within } from './within.ts';

/** Reads the start page for the caller's role (rules/overview 1). Its parts are read sequentially. */
export async function readOverview(ctx: AiContext): Promise<Overview> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people have a start page. Sign in to the console.');
  const { role } = actor;
  if (role === 'learner') return { role };
  const standing = await readStanding(within(ctx, 'learners:compare'));
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
