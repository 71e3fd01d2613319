import type { ChoiceOrText, StudiedModule } from '@training/shared/learning';
import type { Client } from '../../../test/server.ts';

/** The answer to the single choices that `make.module` makes. */
const FIRST: ChoiceOrText = { kind: 'single_choice', choice: 0 };

/** Studies a module of single choices whose first options are right, from the start to its completion. */
export async function completeModule({ learning }: Client, module_id: string): Promise<StudiedModule> {
  const { enrollment_id } = await learning.start.mutate({ module_id });
  const { revision, cards, questions } = await learning.open.query({ module_id });
  await learning.see.mutate({ enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
  const { id: attempt_id } = await learning.beginAttempt.mutate({ enrollment_id });
  for (const { id } of questions) await learning.answer.mutate({ attempt_id, question_id: id, response: FIRST });
  return learning.open.query({ module_id });
}
