import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { RefusingConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';
import type { SamlServiceProvider } from '../../providers/identity/saml-provider.ts';
import { AuthSessionEntity } from '../sessions/identity.entity.ts';
import { auditSubjectOfIssuer } from './client-secret.ts';
import { IssuerEntity, type IssuerRow } from './issuer.entity.ts';

/** Path that a workspace's issuer redirects to: one of its own, so that no issuer can answer for another. */
export const oidcCallbackPathOfWorkspace = (slug: string): string => `/api/auth/callback/oidc/${slug}`;

/** Returns us as a workspace's SAML service provider. */
export const createSamlServiceProvider = (origin: string, slug: string): SamlServiceProvider => ({
  entityId: `${origin}/api/auth/saml/${slug}`,
  acsUrl: `${origin}${SAML_CALLBACK_PATH}/${slug}`,
});

/** Path that SAML answers are posted to, and that goes on from there. */
export const SAML_CALLBACK_PATH = '/api/auth/callback/saml';

/** Questions to issuers of one workspace at once. */
const MOST_QUESTIONS = 3;
const questions = new RefusingConcurrencyLimit();

/**
 * Limits the questions to issuers of a workspace that are under way, so that a slow one holds up only its own people.
 * @throws AppError `busy`
 */
export function limitConcurrentIssuerRequests<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const busy = () => new AppError('busy', 'Many people are signing in at this moment. Try again in a few seconds.');
  return questions.run(workspaceId, MOST_QUESTIONS, busy, work);
}

/**
 * Switches on an issuer that a super admin has tried, in place of the one before.
 * @throws AppError `issuer_missing` if it was saved anew meanwhile
 */
export async function replaceActiveIssuer(ctx: Context, id: string): Promise<void> {
  const of = { workspaceId: ctx.workspace.id };
  const former = await inTransaction(ctx, async (em) => {
    // Waits for the one who saves another.
    const all = await em.find(IssuerEntity, of, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const tried = all.find((row) => row.id === id && !row.isOn);
    if (!tried) throw issuerMissingError('The issuer was changed meanwhile. Try it again.');
    const before = all.find((row) => row.isOn);
    if (before) await em.nativeDelete(IssuerEntity, { ...of, id: before.id });
    await em.nativeUpdate(IssuerEntity, { ...of, id }, { isOn: true });
    await recordEvent(em, ctx, { action: 'issuer.switched_on', subject: auditSubjectOfIssuer(tried) });
    return before?.sessionKey === tried.sessionKey ? undefined : before;
  });
  if (former) await deleteSessionsOfIssuer(ctx.db, former);
}

/** Deletes the sessions that an issuer opened. They open nothing from the commit on; this only clears them away. */
export async function deleteSessionsOfIssuer(
  db: Database,
  { sessionKey }: Pick<IssuerRow, 'sessionKey'>,
): Promise<void> {
  await runAsSystem(() => db.em.fork().nativeDelete(AuthSessionEntity, { issuerKey: sessionKey }));
}

export const issuerMissingError = (words: string) => new AppError('issuer_missing', words);
