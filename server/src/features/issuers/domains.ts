import { randomBytes } from 'node:crypto';
import {
  MAX_SIGN_IN_DOMAINS_PER_WORKSPACE,
  type SignInDomainRef,
  type SingleSignOnSettings,
} from '@training/shared/issuers/issuers';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { SignInDomainEntity } from '../../auth/issuers/issuer.entity.ts';
import { limitConcurrentIssuerRequests } from '../../auth/issuers/replace-active-issuer.ts';
import { readSingleSignOnSettings, dnsRecordNameOfDomain } from './read-single-sign-on.ts';

type DomainContext = Context & Pick<Services, 'origin' | 'resolveTxt'>;

export const signInDomainAuditSubjectOf = (domain: string) =>
  ({ kind: 'sign_in_domain', id: null, name: domain }) as const;

/** Adds a domain that has yet to be verified; one that is there stays as it is. @throws AppError `invalid_request` */
export async function addDomain(ctx: DomainContext, { domain }: SignInDomainRef): Promise<SingleSignOnSettings> {
  await inTransaction(ctx, (em) => insertDomain({ ...ctx, transaction: em }, domain));
  return readSingleSignOnSettings(ctx);
}

async function insertDomain(ctx: Context, domain: string): Promise<void> {
  const of = { workspaceId: ctx.workspace.id };
  const em = createWorkspaceEntityManager(ctx);
  await lockWorkspace(em, of.workspaceId);
  if ((await em.count(SignInDomainEntity, { ...of, domain })) > 0) return;
  if ((await em.count(SignInDomainEntity, of)) >= MAX_SIGN_IN_DOMAINS_PER_WORKSPACE) {
    throw new AppError(
      'invalid_request',
      `A workspace has at most ${MAX_SIGN_IN_DOMAINS_PER_WORKSPACE} domains. Remove one first.`,
    );
  }
  const token = `training-verification=${randomBytes(20).toString('hex')}`;
  await em.insert(SignInDomainEntity, { ...of, domain, token, addedAt: ctx.now });
  await recordEvent(em, ctx, { action: 'issuer.domain_added', subject: signInDomainAuditSubjectOf(domain) });
}

/**
 * Verifies a domain by its DNS record.
 * @throws AppError `sign_in_domain_not_found`, `sign_in_domain_unverified`, `unavailable`, `busy`
 */
export async function verifyDomain(ctx: DomainContext, { domain }: SignInDomainRef): Promise<SingleSignOnSettings> {
  const found = await createWorkspaceEntityManager(ctx).findOne(SignInDomainEntity, {
    workspaceId: ctx.workspace.id,
    domain,
  });
  if (!found) throw domainNotFound();
  const name = dnsRecordNameOfDomain(domain);
  const ask = () => ctx.resolveTxt(name);
  const asked = limitConcurrentIssuerRequests(ctx.workspace.id, () => (ctx.outside ? ctx.outside(ask) : ask()));
  const texts = await asked.catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `The DNS of ${domain} doesn’t answer. Try again in a few minutes.`);
  });
  if (!texts.includes(found.token)) {
    const seen = texts.length === 0 ? 'DNS has no such record' : 'DNS has another text there';
    const words = `${seen}: ${name} needs a TXT record with the text shown. A new record can take an hour to be seen.`;
    throw new AppError('sign_in_domain_unverified', words);
  }
  await inTransaction(ctx, (em) => markVerified({ ...ctx, transaction: em }, domain, 'dns'));
  return readSingleSignOnSettings(ctx);
}

/** Verifies a domain on the operator's word, and adds it if need be. */
export async function verifyDomainAsOperator(ctx: Context, domain: string): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const within = { ...ctx, transaction: em };
    await insertDomain(within, domain);
    await markVerified(within, domain, 'operator');
  });
}

/** The operator's word stands also where a record was found, which may go. */
async function markVerified(ctx: Context, domain: string, verifiedBy: 'dns' | 'operator'): Promise<void> {
  const em = createWorkspaceEntityManager(ctx);
  const named = { workspaceId: ctx.workspace.id, domain };
  await em.nativeUpdate(SignInDomainEntity, named, { checkedAt: ctx.now, missingSince: null });
  const unverified = {
    ...named,
    ...(verifiedBy === 'dns' ? { verifiedBy: null } : { $or: [{ verifiedBy: null }, { verifiedBy: 'dns' as const }] }),
  };
  if ((await em.nativeUpdate(SignInDomainEntity, unverified, { verifiedAt: ctx.now, verifiedBy })) === 0) return;
  const changes = { verified_by: verifiedBy };
  await recordEvent(em, ctx, {
    action: 'issuer.domain_verified',
    subject: signInDomainAuditSubjectOf(domain),
    changes,
  });
}

/** Removes a domain: its addresses no longer enter by the issuer. @throws AppError `sign_in_domain_not_found` */
export async function removeDomain(ctx: DomainContext, { domain }: SignInDomainRef): Promise<SingleSignOnSettings> {
  await inTransaction(ctx, async (em) => {
    const removed = await em.nativeDelete(SignInDomainEntity, { workspaceId: ctx.workspace.id, domain });
    if (removed === 0) throw domainNotFound();
    await recordEvent(em, ctx, { action: 'issuer.domain_removed', subject: signInDomainAuditSubjectOf(domain) });
  });
  return readSingleSignOnSettings(ctx);
}

const domainNotFound = () =>
  new AppError('sign_in_domain_not_found', 'The domain was removed. Reload the page to see which ones there are.');
