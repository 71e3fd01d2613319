import { createHash } from 'node:crypto';
import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { tamper } from '../../../test/tamper.ts';
import { findEvidenceProblems } from '../evidence/find-evidence-problems.ts';
import { recordMissingEvidenceOfAllWorkspaces } from '../evidence/record-missing-evidence-of-many.ts';
import { attestingOn, daysAgo } from './attested-fixture.ts';

const server = await startTestServer();
const { db } = server;

/** Everything recorded of an attested completion, oldest first, with the hash that its event binds. */
async function recorded(id: string) {
  const { rows } = await db.pool.query<{ evidence: string; action: string; sha256: string }>(
    `select v.evidence, a.action, a.changes ->> 'evidence_sha256' as sha256
     from attested_evidence v join audit_events a on a.at = v.event_at and a.id = v.event_id
     where v.attested_id = $1 order by v.number`,
    [id],
  );
  return rows.map(({ evidence, action, sha256 }) => {
    expect(createHash('sha256').update(evidence).digest('hex')).toBe(sha256);
    return { action, evidence: AttestedEvidence.parse(JSON.parse(evidence)) };
  });
}

// rules/attested 6
test('the audit log binds who attested what, and what became of it', async () => {
  const place = await attestingOn(server);
  const ana = await place.person({ fullName: 'Ana Souza' });
  const { id } = await place.attest(ana, { score: 0.9, reference: 'C-1' });
  await place.admin.attested.withdraw.mutate({ id, reason: 'Entered for someone else' });
  const [entered, withdrawn, ...others] = await recorded(id);
  expect(others).toEqual([]);
  expect(entered).toMatchObject({
    action: 'learner.completion_attested',
    evidence: {
      attested: true,
      person: { full_name: 'Ana Souza' },
      completion: { completed_on: daysAgo(30), source: 'Old system', reference: 'C-1', score: 0.9 },
      document: null,
      withdrawn: null,
    },
  });
  expect(withdrawn).toMatchObject({
    action: 'learner.attestation_withdrawn',
    evidence: { withdrawn: { reason: 'Entered for someone else', by: entered!.evidence.completion.entered_by } },
  });
  await expect(
    db.pool.query(`update attested_evidence set evidence = '{}' where attested_id = $1`, [id]),
  ).rejects.toThrow('evidence is only appended to');
});

// rules/attested 6, rules/evidence 6
test('an attested completion that was changed, removed or made up past the audit log is named', async () => {
  const place = await attestingOn(server);
  const { workspace, module } = place;
  const [ana, ben] = [await place.person(), await place.person()];
  const { id } = await place.attest(ana);
  const problems = () => findEvidenceProblems({ db, workspace });
  await recordMissingEvidenceOfAllWorkspaces(db, () => false);
  expect(await problems()).toEqual([]);
  const undone = async (change: string, undo: string, found: RegExp) => {
    await tamper(db.pool, change, [id]);
    expect((await problems()).join(' '), change).toMatch(found);
    await tamper(db.pool, undo, [id]);
    expect(await problems()).toEqual([]);
  };
  const notBound = /1 attested completions are not what the audit log binds/;
  await undone(
    `update attested_completions set score = 1 where id = $1`,
    `update attested_completions set score = null where id = $1`,
    notBound,
  );
  await undone(
    `update attested_completions set source = source || '!' where id = $1`,
    `update attested_completions set source = rtrim(source, '!') where id = $1`,
    notBound,
  );
  await undone(
    `update enrollments set expires_at = expires_at + interval '1 year' where attested_id = $1`,
    `update enrollments set expires_at = expires_at - interval '1 year' where attested_id = $1`,
    /1 trainings are completed by no attested completion/,
  );
  // What is attested can't be made to look like proved here.
  await tamper(db.pool, `update enrollments set attested_id = null where attested_id = $1`, [id]);
  expect((await problems()).join(' ')).toContain('The audit log does not have 1 of the completions');
  await recordMissingEvidenceOfAllWorkspaces(db, () => false);
  expect((await problems()).join(' ')).toContain('The audit log does not have 1 of the completions');
  await tamper(db.pool, `update enrollments set attested_id = $1 where user_id = $2`, [id, ana.id]);
  expect(await problems()).toEqual([]);
  await tamper(
    db.pool,
    `insert into attested_completions (workspace_id, id, user_id, module_id, completed_on, completed_at, source, entered_at,
       entered_by_name) values ($1, gen_random_uuid(), $2, $3, '2026-01-01', '2026-01-01', 'Nowhere', now(), 'Nobody')`,
    [workspace.id, ben.id, module.id],
  );
  expect((await problems()).join(' ')).toMatch(notBound);
  await tamper(db.pool, `delete from attested_completions where user_id = $1`, [ben.id]);
  await tamper(db.pool, `delete from attested_evidence where attested_id = $1`, [id]);
  expect((await problems()).join(' ')).toMatch(notBound);
});
