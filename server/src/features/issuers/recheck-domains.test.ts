import { VERIFIED_DOMAIN_GRACE_DAYS } from '@training/shared/issuers/issuers';
import { expect, test } from 'vitest';
import { startWithIssuers } from './issuers-fixture.ts';
import { recheckDomains } from './recheck-domains.ts';
import { verifyDomainAsOperator } from './domains.ts';

const { server, records, openCompany, signInAt } = await startWithIssuers();
const { db } = server;
const DAY = 86_400_000;

/** A company whose record can go, and checks of it on later days. */
async function checked() {
  const opened = await openCompany();
  const { workspace, admin, domain, boss } = opened;
  const name = `_training-challenge.${domain}`;
  const held = records.get(name)!;
  const check = async (days: number, resolveTxt = async (asked: string) => records.get(asked) ?? []) => {
    const past = 'update sign_in_domains set checked_at = now() - $2::interval where workspace_id = $1';
    await db.pool.query(past, [workspace.id, '2 days']);
    await recheckDomains({ db, resolveTxt }, undefined, () => new Date(Date.now() + days * DAY));
    return (await admin.issuers.read.query()).domains.find((each) => each.domain === domain);
  };
  /** The bell folds them into one. */
  const told = async () => {
    const sent = `select from notifications where workspace_id = $1 and kind = 'sign_in.domain_missing' and channel = 'inbox'`;
    return (await db.pool.query(sent, [workspace.id])).rowCount;
  };
  const recorded = async () => {
    const { events } = await admin.audit.list.query({});
    return events.map(({ action }) => action).filter((action) => /domain_(missing|lapsed)/.test(String(action)));
  };
  const enters = async () => (await signInAt(workspace, boss.email)).cookie !== '';
  return { ...opened, name, held, check, told, recorded, enters };
}

// rules/sign-in 32
test('a verified domain without its DNS record counts for two weeks, and super admins are told', async () => {
  const { name, check, told, recorded, enters } = await checked();
  expect(await check(0)).toMatchObject({ verified_by: 'dns', missing_since: null });
  records.delete(name);
  const gone = await check(1);
  expect(gone).toMatchObject({ verified_by: 'dns', missing_since: expect.any(String) });
  expect(await told()).toBe(1);
  expect(await check(VERIFIED_DOMAIN_GRACE_DAYS)).toMatchObject({
    verified_by: 'dns',
    missing_since: gone?.missing_since,
  });
  expect(await enters()).toBe(true);
  expect(await told()).toBe(1);
  expect(await check(VERIFIED_DOMAIN_GRACE_DAYS + 1)).toMatchObject({ verified_at: null, verified_by: null });
  expect(await enters()).toBe(false);
  expect(await told()).toBe(2);
  expect(await recorded()).toEqual(['issuer.domain_lapsed', 'issuer.domain_missing']);
});

// rules/sign-in 32
test('a record that is back in time clears it, as does another check by a super admin', async () => {
  const { admin, domain, name, held, check } = await checked();
  records.set(name, ['another text']);
  expect(await check(1)).toMatchObject({ missing_since: expect.any(String) });
  records.set(name, held);
  expect(await check(2)).toMatchObject({ verified_by: 'dns', missing_since: null });
  records.delete(name);
  await check(3);
  records.set(name, held);
  const { domains } = await admin.issuers.verifyDomain.mutate({ domain });
  expect(domains).toMatchObject([{ verified_by: 'dns', missing_since: null }]);
});

// rules/sign-in 32
test('DNS that does not answer changes nothing, however long', async () => {
  const { check, told, enters } = await checked();
  const fails = () => Promise.reject(new Error('queryTxt ESERVFAIL'));
  for (const days of [1, 10, 40]) {
    expect(await check(days, fails)).toMatchObject({ verified_by: 'dns', missing_since: null });
  }
  expect(await told()).toBe(0);
  expect(await enters()).toBe(true);
});

// rules/sign-in 32
test('what the operator verified stays, also of a domain whose record has gone', async () => {
  const { workspace, domain, name, check, told } = await checked();
  records.delete(name);
  await check(1);
  const actor = { kind: 'system', name: 'Operator' } as const;
  const from = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null } as const;
  await verifyDomainAsOperator(from, domain);
  expect(await check(60)).toMatchObject({ verified_by: 'operator', missing_since: null });
  expect(await told()).toBe(1);
});
