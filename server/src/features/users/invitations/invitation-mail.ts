import { INVITED_LINK_MINUTES } from '../../../auth/sign-in/sign-in-link.ts';
import { writeLetter } from '../../../platform/letter.ts';
import type { Mail } from '../../../platform/mail.ts';

const DAYS = INVITED_LINK_MINUTES / 60 / 24;

type Invited = { id: string; email: string; full_name: string; workspace: string; by_name: string };

/** @param origin Where an expired link can be replaced. */
export function invitationMail(
  { id, email, full_name, workspace, by_name }: Invited,
  url: string,
  origin: string,
): Mail {
  return {
    to: email,
    id: `invitation-${id}`,
    ...writeLetter({
      subject: `Join ${workspace}`,
      title: `Hello ${full_name}, ${by_name} has invited you to ${workspace}.`,
      paragraphs: [
        `The link signs you in. It works once and expires in ${DAYS} days.`,
        `Later, or on another device, ask for a new one at ${origin}/sign-in with this e-mail address.`,
      ],
      button: { label: 'Sign in', url },
      why: `You get this because ${by_name} added you to ${workspace}. If you don’t know why, ignore it.`,
    }),
  };
}
