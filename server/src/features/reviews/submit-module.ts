import { problemsOfCard, problemsOfQuestion } from '@training/shared/sections';
import type { SectionKind } from '@training/shared/courses';
import type { FieldError } from '@training/shared/errors';
import type { ModuleState, NameModule } from '@training/shared/reviews';
import type { Context } from '../../context.ts';
import { defineStatement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';
import { clearClaim } from './queue/claim-review.ts';
import { lastRound, openRound } from './review-rounds.ts';
import { record, transition, type Step } from './transition.ts';

/**
 * A draft or a rejected module into review (rules/review 3): both sections are snapshotted and locked.
 * @throws AppError `module_state`; `incomplete` with each card and question that lacks something
 */
export function submitModule(ctx: Context, { module_id }: NameModule): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'submit' }, async (step) => {
    mustBeComplete(step);
    clearClaim(step.module);
    await openRound(step);
    await step.em.flush();
    await record(step, 'module.submitted', {});
  });
}

/**
 * What was queried, back into review (rules/review 7). Approvals of the other section stand: it has been locked since.
 * @throws AppError `module_state`; `nothing_changed` where a queried section was neither changed nor answered;
 *   `incomplete`
 */
export function resubmitModule(ctx: Context, { module_id }: NameModule): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'resubmit' }, async (step) => {
    const queried = (['flashcards', 'quiz'] as const).filter((kind) => step.state[kind] === 'queried');
    await mustHaveReacted(step, queried);
    mustBeComplete(step);
    await openRound(step);
    await step.em.flush();
    await record(step, 'module.resubmitted', { queried });
  });
}

function mustBeComplete({ sections }: Step): void {
  const fields = [...problemsOf('flashcards', sections), ...problemsOf('quiz', sections)];
  if (fields.length === 0) return;
  const [first] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  throw new AppError('incomplete', `${first!.path}: ${first!.message}${more}`, { fields });
}

function problemsOf(kind: SectionKind, sections: Step['sections']): FieldError[] {
  const { items } = sections[kind];
  if (items.length === 0) {
    const message = kind === 'flashcards' ? 'Write at least one card' : 'Write at least one question';
    return [{ path: kind, code: 'incomplete', message }];
  }
  return items.flatMap((item, index) =>
    ('front' in item ? problemsOfCard(item) : problemsOfQuestion(item)).map((problem) => ({
      ...problem,
      path: `${kind}.${index}.${problem.path}`,
    })),
  );
}

/** Whether an author has said something since the section was queried last. */
const ANSWERED = defineStatement({
  name: 'answered-since-query',
  scope: 'tenant',
  sql: `
select 1 from review_comments k
where k.workspace_id = :workspaceId and k.module_id = :moduleId and k.section = :section and not k.author_reviews
  and (k.at, k.id) > (
    select q.at, q.id from review_comments q
    where q.workspace_id = :workspaceId and q.module_id = :moduleId and q.section = :section and q.kind = 'query'
    order by q.at desc, q.id desc limit 1)
limit 1`,
});

async function mustHaveReacted(step: Step, queried: SectionKind[]): Promise<void> {
  const round = await lastRound(step);
  for (const kind of queried) {
    if (step.sections[kind].contentHash !== round[kind]) continue;
    const queriedSection = { workspaceId: step.ctx.workspace.id, moduleId: step.module.id, section: kind };
    if ((await ANSWERED.run(step.em, queriedSection)) > 0) continue;
    const what = kind === 'quiz' ? 'The quiz was' : 'The flashcards were';
    throw new AppError('nothing_changed', `${what} neither changed nor answered since the query.`, {
      fields: [{ path: kind, code: 'nothing_changed', message: 'Change it, or answer the query in a comment' }],
    });
  }
}
