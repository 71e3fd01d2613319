import { expect, test } from 'vitest';
import { startJobsServer, untilJob } from '../../ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';

const { server, providers } = await startJobsServer();
const { draft, person } = authoringOn(server);
const TEXT = `# Cold store

The cold store is kept at minus twenty-two degrees Celsius, and nobody works there alone.

The emergency handle opens the door from the inside, even when it is locked from the outside.`;

type Author = Awaited<ReturnType<typeof draft>>;

/** A document read by the author's job. */
async function document({ client }: Pick<Author, 'client'>, name = 'cold-store.md', text = TEXT) {
  const { id: file_id } = await client.ai.upload.mutate(new Blob([text]));
  const { id } = await client.ai.extractDocument.mutate({ file_id, name });
  const job = await untilJob(client, id, 'succeeded');
  return { id, text: job.feature === 'document_extraction' ? job.result!.text : '' };
}

test('a generation is made of the suggestion that the module was made of, where nothing else is named', async () => {
  const author = await draft();
  const { client, workspace, course, module } = author;
  const { call } = await server.api(['intake:create'], workspace);
  const { json } = await call('POST', '/api/v1/intake', { content: TEXT, source_name: 'Wiki' });
  const id = String(json.id);
  const accepted = await client.suggestions.accept.mutate({ id, course_id: course.id, generate: false });
  const job = await client.modules.generate.mutate({ module_id: accepted.module_id, section: 'flashcards', count: 2 });
  await untilJob(client, job.id, 'succeeded');
  const { flashcards } = await client.modules.get.query({ id: accepted.module_id });
  expect(flashcards.cards).toHaveLength(2);
  for (const { source } of flashcards.cards) {
    expect(source).toMatchObject({ name: 'Wiki', suggestion_id: id });
    expect(TEXT).toContain(source!.quote);
  }
  const none = refused('invalid_request', { errors: [expect.objectContaining({ path: 'source' })] });
  await expect(client.modules.generate.mutate({ module_id: module.id, section: 'quiz' })).rejects.toMatchObject(none);
});

test('a module knows the documents that it was made of, and more is made of them', async () => {
  const author = await draft();
  const { client, module, course } = author;
  const read = await document(author);
  const other = await document(author, 'other.md', 'Another document, about something else altogether.');
  const documents = (id: string) => client.modules.documents.query({ id });
  expect(await documents(module.id)).toEqual([]);
  // Selected by id in the editor.
  const first = { module_id: module.id, section: 'flashcards' as const, document: read.id, count: 1 };
  const job = await client.modules.generate.mutate(first);
  expect(job).toMatchObject({ title: 'cold-store.md' });
  await untilJob(client, job.id, 'succeeded');
  expect(await documents(module.id)).toEqual([{ job_id: read.id, title: 'cold-store.md' }]);
  const [made] = (await client.modules.get.query({ id: module.id })).flashcards.cards;
  expect(made?.source).toMatchObject({ name: 'cold-store.md', suggestion_id: null });
  expect(read.text).toContain(made!.source!.quote);
  // Generated with the AI tools, and added to a new module.
  const tool = await client.ai.generateCards.mutate({ source: { title: '', text: other.text }, count: 1 });
  await untilJob(client, tool.id, 'succeeded');
  const into = { to: 'new_module', job_id: tool.id, course_id: course.id, title: 'Another' } as const;
  const { module_id } = await client.modules.addGenerated.mutate(into);
  expect(await documents(module_id)).toEqual([{ job_id: other.id, title: 'other.md' }]);
  await client.ai.delete.mutate({ id: other.id });
  expect(await documents(module_id)).toEqual([]);
});

test('an uploaded document is read by the job that makes something of it, and more is made of it later', async () => {
  const author = await draft();
  const { client, module } = author;
  const asked = providers.requests.length;
  const { id: file_id } = await client.ai.upload.mutate(new Blob([TEXT]));
  const file = { file_id, name: 'cold-store.md' };
  const job = await client.modules.generate.mutate({ module_id: module.id, section: 'flashcards', file, count: 1 });
  expect(job).toMatchObject({ feature: 'card_generation', title: 'cold-store.md' });
  const done = await untilJob(client, job.id, 'succeeded', 'failed');
  expect(done).toMatchObject({ result: { coverage: { parts: 1, parts_read: 1, not_read: [] } } });
  // No extraction ran first.
  const features = new Set(providers.requests.slice(asked).map(({ feature }) => feature));
  expect(features).toEqual(new Set(['card_generation']));
  const { cards } = (await client.modules.get.query({ id: module.id })).flashcards;
  expect(cards).toMatchObject([{ source: { name: 'cold-store.md', suggestion_id: null } }]);
  expect(TEXT).toContain(cards[0]!.source!.quote);
  expect(await client.modules.documents.query({ id: module.id })).toEqual([{ job_id: job.id, title: 'cold-store.md' }]);
  const more = { module_id: module.id, section: 'flashcards' as const, document: job.id, count: 2 };
  await untilJob(client, (await client.modules.generate.mutate(more)).id, 'succeeded');
  const { flashcards } = await client.modules.get.query({ id: module.id });
  // Existing items aren't generated again.
  expect(flashcards.cards.length).toBeGreaterThan(1);
  expect(new Set(flashcards.cards.map(({ front }) => front)).size).toBe(flashcards.cards.length);
  const both = client.modules.generate.mutate({ ...more, file });
  await expect(both).rejects.toMatchObject(refused('invalid_request'));
});

test('another’s file is no source', async () => {
  const author = await draft();
  const colleague = await person(author.workspace, 'trainer', author.department.id);
  const { id: file_id } = await author.client.ai.upload.mutate(new Blob([TEXT]));
  const wanted = { module_id: author.module.id, section: 'quiz' as const, file: { file_id, name: 'cold-store.md' } };
  await expect(colleague.client.modules.generate.mutate(wanted)).rejects.toMatchObject(refused('file_not_found'));
  const twin = await draft();
  const theirs = twin.client.ai.generateQuiz.mutate({ source: wanted.file });
  await expect(theirs).rejects.toMatchObject(refused('file_not_found'));
});

test('another’s document is no source, nor what is none, nor two at once', { tags: ['deep'] }, async () => {
  const author = await draft();
  const { workspace, department, module } = author;
  const colleague = await person(workspace, 'trainer', department.id);
  const read = await document(author);
  const wanted = { module_id: module.id, section: 'quiz' as const, count: 1 };
  const notFound = refused('ai_job_not_found');
  await expect(colleague.client.modules.generate.mutate({ ...wanted, document: read.id })).rejects.toMatchObject(
    notFound,
  );
  const twin = await draft();
  const theirs = twin.client.modules.generate.mutate({ ...wanted, module_id: twin.module.id, document: read.id });
  await expect(theirs).rejects.toMatchObject(notFound);
  const job = await author.client.modules.generate.mutate({ ...wanted, document: read.id });
  await untilJob(author.client, job.id, 'succeeded');
  await expect(author.client.modules.generate.mutate({ ...wanted, document: job.id })).rejects.toMatchObject(notFound);
  expect(await colleague.client.modules.documents.query({ id: module.id })).toEqual([]);
  const both = author.client.modules.generate.mutate({
    ...wanted,
    document: read.id,
    source: { title: '', text: TEXT },
  });
  await expect(both).rejects.toMatchObject(refused('invalid_request'));
});

// rules/courses-and-modules 9
test('a module says what is being made for it, until that has ended in whatever way', async () => {
  const author = await draft();
  const { client, module, workspace, department } = author;
  const source = { title: 'Cold store', text: TEXT };
  const generating = async () => (await client.modules.get.query({ id: module.id })).generating;
  const release = providers.hold();
  const cards = await client.modules.generate.mutate({ module_id: module.id, section: 'flashcards', source, count: 1 });
  const colleague = await person(workspace, 'trainer', department.id);
  await colleague.client.modules.generate.mutate({ module_id: module.id, section: 'quiz', source, count: 1 });
  expect(await generating()).toEqual(['flashcards', 'quiz']);
  await client.ai.cancel.mutate({ id: cards.id });
  expect(await generating()).toEqual(['quiz']);
  release();
  await expect.poll(generating).toEqual([]);
});
