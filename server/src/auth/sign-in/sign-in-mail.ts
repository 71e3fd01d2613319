import { writeLetter } from '../../platform/letter.ts';
import type { Mail } from '../../platform/mail.ts';
import { MAILED_LINK_MINUTES } from './sign-in-link.ts';

/** The mail with a sign-in link; `name` is the person's, `workspaces` are those that the link opens. */
export function signInMail(to: string, url: string, name: string, workspaces: string[]): Mail {
  return {
    to,
    ...writeLetter({
      subject: 'Your sign-in link',
      title: `Hello ${name}, here is your sign-in link.`,
      paragraphs: [
        `This link signs you in to ${workspaces.join(', ')}. It works once, within ${MAILED_LINK_MINUTES} minutes.`,
      ],
      button: { label: 'Sign in', url },
      why: 'Somebody asked for it with your address. If it was not you, ignore this mail: nobody can sign in without the link.',
    }),
  };
}
