import type {
  ActiveOrUntriedIssuerRef,
  RequireSingleSignOn,
  SaveOpenIdIssuer,
  SaveSamlIssuer,
  SingleSignOnSettings,
} from '@training/shared/issuers/issuers';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { CLIENT_SECRET_COLUMN, auditSubjectOfIssuer } from '../../auth/issuers/client-secret.ts';
import { IssuerEntity, type IssuerRow } from '../../auth/issuers/issuer.entity.ts';
import {
  deleteSessionsOfIssuer,
  issuerMissingError,
  limitConcurrentIssuerRequests,
} from '../../auth/issuers/replace-active-issuer.ts';
import { findSession } from '../../auth/sessions/find-session.ts';
import { recordEvent } from '../events/record-event.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { readSingleSignOnSettings } from './read-single-sign-on.ts';
import { updateWorkspaceSettings } from '../workspaces/update-workspace-settings.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { newId } from '../../platform/ids.ts';
import { OutwardError } from '../../platform/egress/failures.ts';
import { createBoundedFetch, withSharedFetchDeadline } from '../../providers/identity/bounded-fetch.ts';
import { UnusableProviderError } from '../../providers/identity/discover-openid-provider.ts';
import { createOpenIdProvider } from '../../providers/identity/openid-provider.ts';

export type IssuerContext = Context & Pick<Services, 'outward' | 'origin'> & { ai: Pick<Services['ai'], 'keyring'> };

/** Milliseconds that an issuer may take to describe itself. */
const DISCOVERY_WITHIN = 10_000;

/**
 * Saves an issuer that has yet to be tried, in place of an earlier one. It must describe itself.
 * @throws AppError `issuer_refused`, `busy`
 */
export async function saveOidcIssuer(ctx: IssuerContext, given: SaveOpenIdIssuer): Promise<SingleSignOnSettings> {
  const { issuer, client_id: clientId, client_secret: clientSecret } = given;
  const { problem } = ctx.outward.check(issuer);
  if (problem !== undefined) throw refused(problem);
  const settings = { issuer, clientId, clientSecret };
  const ask = () => createOpenIdProvider(settings, DISCOVERY_WITHIN, ctx.outward.fetch).assertUsable();
  const asked = limitConcurrentIssuerRequests(ctx.workspace.id, () => (ctx.outside ? ctx.outside(ask) : ask()));
  await asked.catch((error: unknown) => {
    throw error instanceof AppError ? error : refused(reasonOf(error));
  });
  const row = { workspaceId: ctx.workspace.id, id: newId(), issuer, clientId };
  const sealed = await sealSecret({ db: ctx.db, keyring: ctx.ai.keyring }, CLIENT_SECRET_COLUMN, row, clientSecret);
  await storeUntried(ctx, { ...row, ...sealed });
  return readSingleSignOnSettings(ctx);
}

/**
 * Saves a SAML provider that has yet to be tried, in place of an earlier issuer.
 * @throws AppError `issuer_refused`, `busy`
 */
export async function saveSamlIssuer(ctx: IssuerContext, { metadata }: SaveSamlIssuer): Promise<SingleSignOnSettings> {
  const read = async () => {
    const url = metadata.trim();
    const xml = /^https?:/.test(url) ? await fetchText(ctx.outward, url) : metadata;
    const { parseSamlIssuerMetadata } = await import('../../providers/identity/saml-provider.ts');
    return parseSamlIssuerMetadata(xml);
  };
  const reading = limitConcurrentIssuerRequests(ctx.workspace.id, () => (ctx.outside ? ctx.outside(read) : read()));
  const found = await reading.catch((error: unknown) => {
    throw error instanceof AppError ? error : refused(reasonOf(error), 'metadata');
  });
  const isPrivate = !found.signInUrl.startsWith('https:') && ctx.outward.check(found.signInUrl).problem !== undefined;
  if (isPrivate) throw refused(`Its sign-in page ${found.signInUrl} must begin with https://`, 'metadata');
  await storeUntried(ctx, { workspaceId: ctx.workspace.id, id: newId(), clientId: null, ...found });
  return readSingleSignOnSettings(ctx);
}

/** @throws if it can't be had within the time and length of a provider's answers */
async function fetchText(outward: Services['outward'], url: string): Promise<string> {
  return withSharedFetchDeadline(DISCOVERY_WITHIN, async () => {
    const asked = { method: 'GET' as const, headers: {}, body: undefined, redirect: 'manual' as const };
    const answer = await createBoundedFetch(outward.fetch)(url, asked);
    if (!answer.ok) throw new UnusableProviderError(`It answers ${answer.status}`);
    return answer.text();
  });
}

type Untried = Pick<IssuerRow, 'workspaceId' | 'id' | 'issuer' | 'clientId'> & Partial<IssuerRow>;

async function storeUntried(ctx: Context, row: Untried): Promise<void> {
  const { workspaceId, issuer, clientId } = row;
  await inTransaction(ctx, async (em) => {
    await lockWorkspace(em, workspaceId);
    await em.nativeDelete(IssuerEntity, { workspaceId, isOn: false });
    const on = await em.findOne(IssuerEntity, { workspaceId, isOn: true });
    const isSame = on !== null && on.issuer === issuer && on.clientId === clientId;
    const saved = { isOn: false, createdAt: ctx.now, createdByName: ctx.actor.name };
    await em.insert(IssuerEntity, { ...row, ...saved, sessionKey: isSame ? on.sessionKey : newId() });
    const changes = clientId ? { client_id: clientId } : undefined;
    await recordEvent(em, ctx, { action: 'issuer.saved', subject: auditSubjectOfIssuer(row), changes });
  });
}

/** Returns why an issuer can't be used, without its own words but for its name. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  for (const each of [error, inner]) {
    if (each instanceof OutwardError || each instanceof UnusableProviderError) return each.message.slice(0, 500);
  }
  return 'No provider answers there. An OpenID provider’s address with /.well-known/openid-configuration shows its settings';
}

function refused(reason: string, path = 'issuer'): AppError {
  const message = `The issuer can’t be used: ${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`;
  return new AppError('issuer_refused', `${message}. Nothing was saved.`, {
    fields: [{ path, code: 'issuer_refused', message }],
  });
}

/** Removes an issuer, its sessions, and the requirement to use it. @throws AppError `issuer_missing` */
export async function removeIssuer(
  ctx: Context & Pick<Services, 'origin'>,
  { is_on: isOn }: ActiveOrUntriedIssuerRef,
): Promise<SingleSignOnSettings> {
  const of = { workspaceId: ctx.workspace.id };
  const removed = await inTransaction(ctx, async (em) => {
    await lockWorkspace(em, of.workspaceId);
    const row = await em.findOne(IssuerEntity, { ...of, isOn });
    if (!row) throw issuerMissingError('The issuer was removed already. Reload the page.');
    await em.nativeDelete(IssuerEntity, { ...of, id: row.id });
    await recordEvent(em, ctx, { action: 'issuer.removed', subject: auditSubjectOfIssuer(row) });
    if (isOn) await updateWorkspaceSettings({ ...ctx, transaction: em }, { require_single_sign_on: false });
    return row;
  });
  if (isOn) await deleteSessionsOfIssuer(ctx.db, removed);
  return readSingleSignOnSettings(ctx);
}

/**
 * Switches whether people of the verified domains need the issuer. Whoever switches it on came by it, so that not
 * everyone is locked out. @throws AppError `issuer_missing`, `single_sign_on_required`
 */
export async function setSingleSignOnRequired(
  ctx: Context & Pick<Services, 'origin'>,
  given: RequireSingleSignOn,
  sessionId: string,
): Promise<SingleSignOnSettings> {
  const { on, domains } = await readSingleSignOnSettings(ctx);
  const isReady = on !== null && domains.some(({ verified_at }) => verified_at !== null);
  if (given.require_single_sign_on && !isReady) {
    throw issuerMissingError('Switch on an issuer and verify a domain first.');
  }
  const session = await findSession(ctx.db, sessionId);
  if (given.require_single_sign_on && (session?.issuerKey ?? null) === null) {
    const words = 'A super admin who came by single sign-on switches this on. Sign in with it, then try again.';
    throw new AppError('single_sign_on_required', words);
  }
  await inTransaction(ctx, async (em) => {
    const of = { workspaceId: ctx.workspace.id };
    await lockWorkspace(em, of.workspaceId);
    // It may have been removed since it was read.
    const isThere = (await em.count(IssuerEntity, { ...of, isOn: true })) > 0;
    if (given.require_single_sign_on && !isThere)
      throw issuerMissingError('Switch on an issuer and verify a domain first.');
    await updateWorkspaceSettings({ ...ctx, transaction: em }, given);
  });
  return readSingleSignOnSettings(ctx);
}
