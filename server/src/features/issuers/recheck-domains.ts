import { LockMode } from '@mikro-orm/core';
import { VERIFIED_DOMAIN_GRACE_DAYS } from '@training/shared/issuers/issuers';
import { z } from 'zod';
import { SignInDomainEntity } from '../../auth/issuers/issuer.entity.ts';
import { createSystemContextFields, type Context, type TaskServices } from '../../core/context.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { notifyWorkspaceWidePermittedUsers } from '../notifications/create-notifications.ts';
import { signInDomainAuditSubjectOf } from './domains.ts';
import { dnsRecordNameOfDomain } from './read-single-sign-on.ts';

/** Maximum number of domains per hour: a name server that doesn't answer takes 3 s. */
const MOST = 200;

const LIST_DUE = defineStatement({
  name: 'list-domains-to-check',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string(), domain: z.string() }),
  sql: `
select w.id, w.slug, w.name, d.domain from sign_in_domains d join workspaces w on w.id = d.workspace_id
where d.verified_by = 'dns' and (d.checked_at is null or d.checked_at < now() - interval '1 day')
  and ${runsBackgroundWorkSql('d.workspace_id')}
order by d.checked_at nulls first, w.id, d.domain limit ${MOST}`,
});

/**
 * Checks once a day the DNS records of domains that were verified by them (rules/sign-in 32). Tells super admins where
 * the record is gone; after the days of grace, the domain isn't verified anymore. DNS that doesn't answer changes
 * nothing. Ends early if `isStopping`.
 */
export async function recheckDomains(
  { db, resolveTxt }: Pick<TaskServices, 'db' | 'resolveTxt'>,
  isStopping: () => boolean = () => false,
  now: () => Date = () => new Date(),
): Promise<void> {
  await processEachAndThrowFirstFailure(
    await LIST_DUE.all(db.pool),
    async ({ domain, ...workspace }) => {
      const texts = await resolveTxt(dnsRecordNameOfDomain(domain)).catch(() => undefined);
      const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Server', now()) };
      await inTransaction(ctx, (em) => noteRecord({ ...ctx, transaction: em }, domain, texts));
    },
    isStopping,
  );
}

/** Returns what follows from the texts that DNS has. */
function stepOf(
  { token, missingSince }: { token: string; missingSince?: Date | null | undefined },
  texts: string[],
  now: Date,
) {
  if (texts.includes(token)) return 'there';
  if (!missingSince) return 'missing';
  return now.getTime() >= missingSince.getTime() + VERIFIED_DOMAIN_GRACE_DAYS * 86_400_000 ? 'lapsed' : 'in grace';
}

/** Notes what DNS says; undefined if it didn't answer. */
async function noteRecord(ctx: Context, name: string, texts: string[] | undefined): Promise<void> {
  const em = createWorkspaceEntityManager(ctx);
  const { workspace, now } = ctx;
  const key = { workspaceId: workspace.id, domain: name, verifiedBy: 'dns' as const };
  const domain = await em.findOne(SignInDomainEntity, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!domain) return;
  domain.checkedAt = now;
  const said = texts && stepOf(domain, texts, now);
  if (said === 'there') domain.missingSince = null;
  if (said === 'missing') domain.missingSince = now;
  if (said === 'lapsed') Object.assign(domain, { verifiedAt: null, verifiedBy: null });
  await em.flush();
  if (said === undefined || said === 'there' || said === 'in grace') return;
  const subject = signInDomainAuditSubjectOf(name);
  await recordEvent(em, ctx, { action: `issuer.domain_${said}`, subject });
  const notice = { because: 'super_admin', subject, part: now.toISOString(), facts: {} } as const;
  await notifyWorkspaceWidePermittedUsers(em, workspace.id, now, 'workspace:write', {
    kind: 'sign_in.domain_missing',
    ...notice,
  });
}
