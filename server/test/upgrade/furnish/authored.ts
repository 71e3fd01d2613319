import { expect } from 'vitest';
import { untilJob } from '../../../src/features/ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, fill } from '../../../src/features/courses/modules/authoring-fixture.ts';
import { approveBoth } from '../../../src/features/reviews/reviews-fixture.ts';
import { bringUpToDate } from '../../../src/features/translations/translations-fixture.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { TestWorkspace } from '../../make.ts';
import type { Furnisher } from './furnisher.ts';
import { OWN_KEY } from '../opened-secrets.ts';

const SOURCE = {
  title: 'Driving forklifts',
  text: 'Check the brakes of the forklift before the first drive of every shift. Keep three metres of distance.',
};

/** Modules in all states, what AI has made for them, and what other systems have suggested. */
export async function authored({ server, providers, person }: Furnisher, workspace: TestWorkspace): Promise<void> {
  const admin = await person(workspace, 'super_admin');
  const { draft, submitted } = authoringOn(server);

  // Published, but for the quiz, which is queried; and a proposal for what is locked.
  const author = await draft(workspace);
  await fill(author.client, author.module.id);
  const release = providers.hold();
  const card = { module_id: author.module.id, section: 'flashcards' as const, source: SOURCE, count: 1 };
  const job = await author.client.modules.generate.mutate(card);
  await author.client.reviews.submit.mutate({ module_id: author.module.id });
  release();
  await untilJob(author.client, job.id, 'succeeded');
  const reviewer = await person(workspace, 'content_manager');
  const named = { module_id: author.module.id };
  await reviewer.client.reviews.claim.mutate(named);
  await reviewer.client.reviews.compare.query(named);
  const { round, flashcards, quiz } = await reviewer.client.modules.get.query({ id: author.module.id });
  const of = { ...named, round };
  await reviewer.client.reviews.approve.mutate({
    ...of,
    section: 'flashcards',
    content_hash: flashcards.content_hash,
  });
  const sent = { ...of, section: 'quiz' as const, content_hash: quiz.content_hash };
  await reviewer.client.reviews.query.mutate({ ...sent, comment: 'Which brakes?' });
  const waiting = await draft(workspace);
  await submitted(waiting.client, waiting.module.id);

  const live = await draft(workspace);
  await submitted(live.client, live.module.id);
  await approveBoth(reviewer.client, live.module.id, await server.make.hashes(live.module.id));
  const variant = { module_id: live.module.id, language: 'de' };
  await live.client.translations.add.mutate(variant);
  await bringUpToDate({ trainer: live, reviewer }, variant);

  await admin.client.overview.putSetUpAway.mutate({ away: true });
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model: 'claude-opus-5-5', key: OWN_KEY });
  await author.client.ai.upload.mutate(new Blob(['# A heading\n\nSome words.']));

  // What was made for a module that was suggested is added to another one, which may name the suggestion from then on.
  const { call } = await server.api(['intake:create', 'catalog:read'], workspace);
  const article = { content: SOURCE.text, source_name: 'Wiki' };
  const intake = await call('POST', '/api/v1/intake', article, { 'idempotency-key': newId() });
  expect(intake.status).toBe(201);
  const other = await draft(workspace);
  const { module_id } = await other.client.suggestions.accept.mutate({
    id: String(intake.json.id),
    course_id: other.course.id,
    generate: false,
  });
  const asked = { module_id, section: 'quiz' as const, source: SOURCE, count: 1 };
  const { id: job_id } = await other.client.modules.generate.mutate(asked);
  await untilJob(other.client, job_id, 'succeeded');
  await other.client.modules.addGenerated.mutate({ to: 'module', job_id, module_id: other.module.id });
}
