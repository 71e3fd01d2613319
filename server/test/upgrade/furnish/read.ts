import { expect } from 'vitest';
import { createWorkspaceEntityManager } from '../../../src/core/transaction.ts';
import { cardOf } from '../../../src/features/source-drift/drift-fixture.ts';
import { storeTextAndQueueQuoteChecks } from '../../../src/features/source-drift/quote-checks.ts';
import { driveMaker } from '../../../src/features/drive-sync/ingest/files-fixture.ts';
import { startCrawl } from '../../../src/features/drive-sync/crawl/start-crawl.ts';
import type { Furnisher } from './furnisher.ts';
import type { Taught } from './taught.ts';

const PASSAGE = 'Check the brakes of the forklift before the first drive of every shift.';

/** A drive that was crawled through, and a published card whose passage a document of it has no more. */
export async function read({ server, google }: Furnisher, { workspace, department }: Taught) {
  const { make } = server;
  const drive = await driveMaker(server, google)({ workspace, departmentId: department.id });
  const { connection, ctx, folder, one } = drive;
  const document = google.world.document({ name: 'Forklifts', text: `# Forklifts\n\n${PASSAGE}\n`, in: folder });
  await drive.see(document);
  const { id, suggestion_id } = await drive.until(document, 'suggested');
  await createWorkspaceEntityManager(ctx).transactional((em) =>
    startCrawl(em, ctx, connection.id, { cause: 'manual' }),
  );
  const crawled = `select from drive_crawls where workspace_id = $1 and state = 'done'`;
  await expect.poll(() => one(crawled), { message: 'it is crawled through' }).toBeDefined();

  const course = await make.course(workspace, { departmentId: department.id });
  const cards = [cardOf({ id, suggestionId: suggestion_id! }, PASSAGE)];
  const module = await make.module(workspace, course.id, { status: 'published', cards });
  await createWorkspaceEntityManager(ctx).transactional((em) =>
    storeTextAndQueueQuoteChecks(em, ctx, { id }, 'Something else.'),
  );
  const marked = 'select from source_drifts where workspace_id = $1';
  await expect.poll(() => one(marked), { message: 'the card is marked' }).toBeDefined();
  return { driveId: connection.id, fileId: id, moduleId: module.id };
}
