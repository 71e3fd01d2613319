import type { Flashcard, Question } from '@training/shared/courses/courses';
import type { Client, TestServer } from '../../../test/server.ts';
import { approveBoth, castOf, edit } from './reviews-fixture.ts';

type Content = { title?: string; cards?: Flashcard[]; questions?: Question[] };

/** People of one workspace, and modules with as many revisions as there are contents. */
export async function revisionsOn(server: TestServer) {
  const cast = await castOf(server);
  const { trainer, reviewer } = cast;

  /** Writes what is given into the open working copy. */
  async function write(id: string, { title, cards, questions }: Content, client: Client = trainer.client) {
    if (cards) await edit(client, id, 'flashcards', cards);
    if (questions) await edit(client, id, 'quiz', questions);
    if (title === undefined) return;
    const { settings_version } = await client.modules.get.query({ id });
    await client.modules.update.mutate({ id, settings_version, title });
  }

  async function publish(id: string): Promise<void> {
    await trainer.client.reviews.submit.mutate({ module_id: id });
    await approveBoth(reviewer.client, id, await server.make.hashes(id));
  }

  /** A published module, the first of the contents being its revision 1. */
  async function published(...contents: Content[]): Promise<string> {
    const { module } = await cast.module({ status: 'draft' });
    for (const [index, content] of contents.entries()) {
      if (index > 0) await trainer.client.reviews.revise.mutate({ module_id: module.id });
      await write(module.id, content);
      await publish(module.id);
    }
    return module.id;
  }

  /** The versions that the working copy has now. */
  async function versions(id: string) {
    const { flashcards, quiz, settings_version } = await trainer.client.modules.get.query({ id });
    return { flashcards_version: flashcards.version, quiz_version: quiz.version, settings_version };
  }

  /** Brings back a revision as somebody who has just read the module. */
  async function restore(id: string, number: number, client: Client = trainer.client) {
    return client.reviews.restoreRevision.mutate({ module_id: id, number, ...(await versions(id)) });
  }

  /** Everything that is stored of the module's revisions. */
  async function stored(id: string): Promise<string[]> {
    const sql = 'select r::text as row from module_revisions r where module_id = $1 order by number';
    return (await server.db.pool.query<{ row: string }>(sql, [id])).rows.map(({ row }) => row);
  }

  return { ...cast, write, publish, published, versions, restore, stored };
}
