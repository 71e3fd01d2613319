import { permissionReachOf, Role } from '@training/shared/permissions';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { toCatalogueLanguageOrEnglish, translatorIn } from '../../core/messages.ts';
import { listMovedWorkspaces } from '../../features/workspaces/moves/find-moved.ts';
import { renderEmail } from '../../platform/render-email.ts';
import type { Mail, Mailer } from '../../platform/mail.ts';
import { AuthVerificationEntity } from '../sessions/identity.entity.ts';
import { singleSignOnRequiredError } from '../sessions/issuer-requirement.ts';
import { filterActiveMemberEmails } from '../sessions/end-sessions.ts';
import { listMembershipsOfIdentity } from '../sessions/memberships.ts';
import { createEmailOnlyIdentity } from '../sessions/signed-in-identity.ts';
import { findOneTimeValue, redeemOneTimeValue, storeOneTimeValue } from '../sessions/one-time-value.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { type CreatedSession, createSession, SignInRefusedError, type SignInRequestInfo } from './create-session.ts';

/** Lifetime of an emailed sign-in link. */
const MAILED_LINK_MINUTES = 15;
/** Lifetime of a link that is printed by an operator's command or the first start, or created by a super admin. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** Lifetime of a link in an invitation, which may be read only days later. */
export const INVITATION_LINK_MINUTES = 7 * 24 * 60;

/**
 * Details of a link created by a super admin: the workspace it opens, and its creator's name and id. Links created
 * before 2026-11-28 lack the id.
 */
const HandedLink = z.object({ workspace: z.uuid(), by: z.string(), by_id: z.uuid().optional() });
type HandedLink = z.infer<typeof HandedLink>;

/** Value that is stored with a link, as JSON. */
const LinkValue = z.object({ email: z.string(), handed: HandedLink.optional() });

function linkValue(email: string, handed?: HandedLink): string {
  return JSON.stringify({ email, handed });
}

/**
 * Creates a link that signs `email` in once, with or without a running server. It leads to the page with the sign-in
 * button: only the button's POST redeems the token, so a mail scanner's GET doesn't. The membership is checked when the
 * link is redeemed.
 * @param publicUrl Origin of the console, without a trailing slash.
 * @param handed Set if the link is given to someone other than its user.
 */
export async function createSignInUrl(
  db: Pick<Database, 'em'>,
  email: string,
  { publicUrl, minutes, handed }: { publicUrl: string; minutes: number; handed?: HandedLink },
): Promise<string> {
  const token = newRandomToken();
  await storeOneTimeValue(db.em.fork(), 'link', { token, value: linkValue(email, handed), minutes });
  return `${publicUrl}/sign-in/link?token=${token}`;
}

/** Maximum number of links emailed to a user within the lifetime of one, so that a mailbox can't be flooded. */
const MAILED_LINKS = 5;

const COUNT_LINKS = defineStatement({
  name: 'count-sign-in-links',
  scope: 'global',
  row: z.strictObject({ links: z.number() }),
  sql: `
select count(*)::int as links from directory.auth_verifications
where value = :value and created_at > now() - make_interval(mins => :minutes::int)`,
});

/** @property language Of the page; `en` if the server lacks it. */
export type SignInLinkRequest = { email: string; language?: string | undefined };

/**
 * Creates a sign-in link and emails it if `email` belongs to an active member; to a member of workspaces that moved,
 * their addresses. The response and its timing are the same if nobody gets an email.
 * @returns the pending email, which the response doesn't wait for.
 */
export async function emailSignInLink(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  { email, language = 'en' }: SignInLinkRequest,
): Promise<{ mailed: Promise<void> }> {
  const url = await createSignInUrl(db, email, { publicUrl, minutes: MAILED_LINK_MINUTES });
  return { mailed: mailLink({ db, mailer, publicUrl }, { email, language }, url) };
}

async function mailLink(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  { email, language: ofPage }: Required<SignInLinkRequest>,
  url: string,
): Promise<void> {
  const { links } = await COUNT_LINKS.one(db.pool, { value: linkValue(email), minutes: MAILED_LINK_MINUTES });
  if (links > MAILED_LINKS) return;
  const opened = await listMembershipsOfIdentity(db, createEmailOnlyIdentity(email));
  const [first] = opened;
  if (!first) {
    const moved = await listMovedWorkspaces(db.pool, createEmailOnlyIdentity(email));
    if (moved.length > 0) await mailer.send(movedMail(email, moved, ofPage));
    else if ((await filterActiveMemberEmails(db.pool, [email])).has(email))
      await mailer.send(signOnMail(email, publicUrl, ofPage));
    return;
  }
  const workspaces = opened.map(({ workspace }) => workspace.name);
  const { full_name: name, language } = first.user;
  await mailer.send(signInMail(email, url, { name, workspaces, language: language ?? first.workspace.language }));
}

type Reader = {
  name: string;
  /** Names of the workspaces that the link opens. */
  workspaces: string[];
  language: string;
};

/** Builds the email with a sign-in link. */
function signInMail(to: string, url: string, { name, workspaces, language }: Reader): Mail {
  const t = translatorIn('mail', language);
  return {
    to,
    ...renderEmail({
      language,
      subject: t('link.subject'),
      title: t('link.title', { name }),
      paragraphs: [t('link.opens', { workspaces: workspaces.join(', '), minutes: MAILED_LINK_MINUTES })],
      button: { label: t('link.button'), url },
      why: t('link.why'),
    }),
  };
}

/** Builds the email to a person whose workspaces open only by single sign-on. */
function signOnMail(to: string, publicUrl: string, language: string): Mail {
  const t = translatorIn('mail', language);
  return {
    to,
    ...renderEmail({
      language: toCatalogueLanguageOrEnglish(language),
      subject: t('signOn.subject'),
      title: t('signOn.title'),
      paragraphs: [t('signOn.how', { email: to })],
      button: { label: t('signOn.button'), url: `${publicUrl}/sign-in` },
      why: t('link.why'),
    }),
  };
}

/** Builds the email to a person whose workspaces are all at other addresses now. */
function movedMail(to: string, moved: Awaited<ReturnType<typeof listMovedWorkspaces>>, language: string): Mail {
  const t = translatorIn('mail', language);
  const workspaces = moved.map(({ name }) => name).join(', ');
  const items = moved.map(({ slug, name, origin }) => ({ title: name, detail: '', url: `${origin}/${slug}` }));
  const [first] = items;
  return {
    to,
    ...renderEmail({
      language: toCatalogueLanguageOrEnglish(language),
      subject: t('moved.subject', { workspaces }),
      title: t('moved.title', { workspaces }),
      paragraphs: [t('moved.signIn')],
      ...(items.length > 1 && { items }),
      button: { label: t('moved.button', { workspace: first?.title ?? '' }), url: first?.url ?? '' },
      why: t('moved.why'),
    }),
  };
}

const FIND_ROLE = defineStatement({
  name: 'find-role-of-link-creator',
  scope: 'tenant',
  row: z.strictObject({ role: Role }),
  sql: `
select role from users
where workspace_id = :workspaceId and id = :id and is_active and guard_user(workspace_id, id, role, department_id)`,
});

/**
 * Throws if the creator of a link could no longer create it (rules/sign-in 8). They keep their role until the
 * transaction ends, so that its loss finds the session. @throws AppError `link_invalid`
 */
async function assertStillInvites(
  on: StatementRunner,
  { workspace: workspaceId, by_id: id, by }: HandedLink,
): Promise<void> {
  if (id === undefined) return;
  const found = await FIND_ROLE.first(on, { workspaceId, id });
  if (found && permissionReachOf(found.role, 'users:invite')) return;
  throw new AppError(
    'link_invalid',
    `${by}, who made the link, is no longer a super admin. Ask another one for a link.`,
  );
}

/**
 * Signs in whoever has the token of a link. The link is spent only if there is a session.
 * @throws AppError 400 `link_invalid`; 403 `not_a_member`
 */
export async function redeemSignInLink(db: Database, token: string, from: SignInRequestInfo): Promise<CreatedSession> {
  const stored = await findOneTimeValue(db.em.fork(), 'link', token);
  if (!stored) throw linkUsed();
  const { email, handed } = LinkValue.parse(JSON.parse(stored.value));
  if (handed) await assertStillInvites(db.pool, handed);
  const onlyWorkspace = handed?.workspace ?? null;
  const who = { ...createEmailOnlyIdentity(email), onlyWorkspace, handedBy: handed?.by_id ?? null };
  const signingIn = createSession(db, who, from, {
    async redeem(em) {
      if (!(await redeemOneTimeValue(em, stored))) throw linkUsed();
    },
    async restore(em) {
      await em.insert(AuthVerificationEntity, { ...stored });
    },
    async confirm(em) {
      if (handed) await assertStillInvites(em, handed);
      return handed?.by;
    },
  });
  return signingIn.catch((error: unknown) => {
    if (!(error instanceof SignInRefusedError)) throw error;
    if (error.reason === 'single_sign_on_required') throw singleSignOnRequiredError('Your workspace');
    throw new AppError('not_a_member', 'The person this link was for is no longer an active member of a workspace.');
  });
}

const linkUsed = () => new AppError('link_invalid', 'The link was already used or has expired. Ask for a new one.');
