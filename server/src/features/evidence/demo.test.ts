import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { storeDemo } from '../../../seeds/demo/store-demo.ts';
import { extendAuditChains } from '../audit/chain/extend-chain.ts';
import { verifyAuditChain } from '../audit/chain/verify-chain.ts';
import { fileOf } from './evidence-fixture.ts';
import { createEvidencePackZip } from './pack/evidence-pack.ts';
import { verifyPack } from './pack/verify-pack.ts';
import { findEvidenceProblems } from './find-evidence-problems.ts';
import { recordMissingEvidenceOfAllWorkspaces } from './record-missing-evidence-of-many.ts';

const { db, make, ai, storage } = await startTestServer();

test('the demo has an audit log and a pack that verify', async () => {
  const { workspace } = await storeDemo(db, new Date());
  await recordMissingEvidenceOfAllWorkspaces(db, () => false);
  await extendAuditChains(db, 0, new AbortController().signal);
  expect(await verifyAuditChain({ db, workspace })).toMatchObject({ valid: true, problems: [] });
  expect(await findEvidenceProblems({ db, workspace })).toEqual([]);
  const { rows } = await db.pool.query<{ module_id: string }>(
    `select module_id from enrollments where workspace_id = $1 and completed_at is not null
     group by 1 order by count(*), 1 limit 1`,
    [workspace.id],
  );
  const pieces: Uint8Array[] = [];
  const scope = { module_id: rows[0]!.module_id };
  for await (const piece of await createEvidencePackZip({ ...make.contextOf(workspace), ai, storage }, scope))
    pieces.push(piece);
  const verdict = await verifyPack(await fileOf(Buffer.concat(pieces)));
  expect(verdict).toMatchObject({ valid: true, problems: [] });
  expect(verdict.completions).toBeGreaterThan(0);
});
