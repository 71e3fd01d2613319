import { escapeHtml } from '../../platform/escape-html.ts';
import type { Mail } from '../../platform/mail.ts';
import { MAILED_LINK_MINUTES } from './sign-in-link.ts';

/** The mail with a sign-in link; `name` is the person's, `workspaces` are those that the link opens. */
export function signInMail(to: string, url: string, name: string, workspaces: string[]): Mail {
  const opens = `This link signs you in to ${workspaces.join(', ')}.`;
  const once = `It works once, within ${MAILED_LINK_MINUTES} minutes.`;
  const unasked = 'If you did not ask for it, ignore this mail: nobody can sign in without the link.';
  return {
    to,
    subject: 'Your sign-in link',
    text: [`Hello ${name},`, '', opens, '', url, '', once, unasked, ''].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">',
      `<p>Hello ${escapeHtml(name)},</p>`,
      `<p>${escapeHtml(opens)}</p>`,
      `<p><a href="${escapeHtml(url)}">Sign in</a></p>`,
      `<p>${once} ${unasked}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
