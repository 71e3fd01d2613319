import type { Person } from '@training/shared/users/people';
import { relativeTime } from '../../lib/dates.ts';

/** Returns the time of the last sign-in: "3 days ago", "Never signed in". */
export function signInInWords({ last_sign_in_at }: Person): string {
  return last_sign_in_at === null ? 'Never signed in' : relativeTime(last_sign_in_at);
}

/** Describes the latest invitation until the person has signed in; null if there is none. */
export function invitationInWords({ invitation, last_sign_in_at }: Person): string | null {
  if (invitation === null || (last_sign_in_at !== null && last_sign_in_at > invitation.at)) return null;
  const { kind, state, at } = invitation;
  if (kind === 'link') return `Link copied ${relativeTime(at)}`;
  if (state === 'waiting') return 'Sending an invitation…';
  return state === 'failed' ? 'Invitation not sent' : `Invited ${relativeTime(at)}`;
}
