import type { Role } from '@training/shared/permissions';
import { AppError } from '../../core/errors.ts';

/**
 * SQL columns: the key of the workspace's issuer if that signs in the person's address, and whether the workspace
 * requires it.
 */
export const ISSUER_REQUIREMENT_COLUMNS_SQL = `w.require_single_sign_on as requires_issuer, (
    select i.session_key from sign_in_issuers i
    join sign_in_domains sd on sd.workspace_id = i.workspace_id and sd.domain = split_part(u.email, '@', 2)
      and sd.verified_at is not null
    where i.workspace_id = u.workspace_id and i.is_on) as issuer_key` as const;

export type IssuerRequirement = { role: Role; requires_issuer: boolean; issuer_key: string | null };

type SignedIn = { issuerKey: string | null; personId: string | null };

/** Returns true if the workspace requires its issuer and the person signed in another way (rules/sign-in 35). */
export const isRequiredIssuerMissing = (
  { requires_issuer, issuer_key }: IssuerRequirement,
  { issuerKey, personId }: SignedIn,
) => issuerKey === null && personId === null && requires_issuer && issuer_key !== null;

/**
 * Returns true if the way of the sign-in opens the workspace, as far as its issuer is concerned. Super admins may come
 * without it, with a passkey.
 */
export const doesMeetIssuerRequirement = (row: IssuerRequirement, signedIn: SignedIn): boolean =>
  signedIn.issuerKey === null
    ? row.role === 'super_admin' || !isRequiredIssuerMissing(row, signedIn)
    : row.issuer_key === signedIn.issuerKey;

/** Returns the error for someone who has to sign in by single sign-on. */
export const singleSignOnRequiredError = (workspace: string): AppError =>
  new AppError(
    'single_sign_on_required',
    `${workspace} requires single sign-on. On the sign-in page, type your e-mail address and continue to your company.`,
  );
