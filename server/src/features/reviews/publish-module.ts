import { execute } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { dropClaim } from './claim-review.ts';
import { settleCourse } from './settle-course.ts';
import { keepDecision, type Round } from './review-rounds.ts';
import { record, type Step } from './transition.ts';

/**
 * Copies the round's snapshot, if the sections as they are stored now are what it holds, and each was approved by that
 * very hash in this working copy: nothing that any of the three disagrees about is ever published.
 */
const PUBLISH = `
insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at,
  published_by_name)
select r.workspace_id, $4::uuid, r.module_id,
  1 + coalesce((select max(v.number) from module_revisions v where v.workspace_id = $1 and v.module_id = $2), 0),
  r.title, r.settings, r.flashcards, r.quiz, $5::timestamptz, $6
from review_rounds r
where r.workspace_id = $1 and r.module_id = $2 and r.id = $3 and not exists (
  select from sections s
  where s.workspace_id = $1 and s.module_id = $2 and (
    s.content_hash <> case s.kind when 'flashcards' then r.flashcards_hash else r.quiz_hash end
    or not exists (
      select from review_decisions d
      join review_rounds a on a.workspace_id = $1 and a.id = d.round_id and a.cycle = r.cycle
      where d.workspace_id = $1 and d.module_id = $2 and d.section = s.kind and d.verdict = 'approved'
        and d.content_hash = s.content_hash)))
returning number as revision, title, (settings ->> 'validity_days')::integer as validity_days,
  (settings ->> 'pass_score')::float as pass_score, flashcards_hash, quiz_hash`;

type Revision = {
  revision: number;
  title: string;
  validity_days: number | null;
  pass_score: number;
  flashcards_hash: string;
  quiz_hash: string;
};

/** Makes the round's snapshot what learners see: the second half of the second approval (rules/review 8). */
export async function publishModule(step: Step, round: Round): Promise<void> {
  const { em, ctx, module } = step;
  const { actor, now, workspace } = ctx;
  const revisionId = newId();
  const values = [workspace.id, module.id, round.id, revisionId, now, actor.name];
  const [published] = await execute<Revision>(em, PUBLISH, values);
  if (!published)
    throw new AppError('stale_revision', 'The content is not what was submitted and approved; reject it.');
  module.liveRevisionId = revisionId;
  const { title, validity_days, pass_score, ...revision } = published;
  Object.assign(module, { title, validityDays: validity_days, passScore: pass_score, working: null });
  dropClaim(module);
  await em.flush();
  await keepDecision(step, round, { verdict: 'published' });
  await record(step, 'module.published', {
    ...revision,
    ...(await settleCourse(step)),
  });
}
