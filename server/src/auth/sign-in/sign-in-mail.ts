import { writeLetter } from '../../platform/letter.ts';
import type { Mail } from '../../platform/mail.ts';
import { MAILED_LINK_MINUTES } from './sign-in-link.ts';

/** Builds the email with a sign-in link. `name` is the user's name, `workspaces` are those that the link opens. */
export function signInMail(to: string, url: string, name: string, workspaces: string[]): Mail {
  return {
    to,
    ...writeLetter({
      subject: 'Your sign-in link',
      title: `Hello ${name}, here is your sign-in link.`,
      paragraphs: [
        `This link signs you in to ${workspaces.join(', ')}. It works once and expires in ${MAILED_LINK_MINUTES} minutes.`,
      ],
      button: { label: 'Sign in', url },
      why: 'Someone asked for it with your e-mail. If it wasn’t you, ignore this mail: no one can sign in without the link.',
    }),
  };
}
