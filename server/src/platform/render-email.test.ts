import { expect, test } from 'vitest';
import { startSmtpServer } from '../../test/smtp-server.ts';
import { renderEmail, type EmailContent } from './render-email.ts';
import { createMailer, type Mail } from './mail.ts';
import { truncateToOneLine } from './one-line.ts';

const LETTER: EmailContent = {
  language: 'en',
  subject: 'Forklift basics waits for a reviewer',
  title: 'Ana Souza submitted “Forklift basics” for review.',
  button: { label: 'Open the review', url: 'https://x.example/acme/reviews/1?a=1&b=2' },
  why: 'You review, and may decide on this module.',
  unsubscribe: { label: 'Get no more e-mails of this kind', url: 'https://x.example/api/unsubscribe?token=abc' },
};

const HOSTILE = '<script>alert(1)</script>\r\nBcc: evil@example.com\n\u202egnp.exe & "quoted"';

/** Returns the tags an HTML parser would find, precisely enough for these tests. */
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([, name]) => name);

// rules/notifications 20
test('a letter says the same as text and as HTML, with one button', () => {
  const { text, html } = renderEmail(LETTER);
  for (const part of [LETTER.title, LETTER.why, LETTER.button.label]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text.split('\n')).toContain(LETTER.button.url);
  expect(html).toContain('href="https://x.example/acme/reviews/1?a=1&amp;b=2"');
  expect([...html.matchAll(/display:inline-block/g)]).toHaveLength(1);
});

test('what people have typed is text wherever it stands, and no subject has two lines', () => {
  const plain = renderEmail(LETTER);
  const typed = renderEmail({
    ...LETTER,
    subject: HOSTILE,
    title: HOSTILE,
    paragraphs: [HOSTILE],
    quoted: HOSTILE,
    why: HOSTILE,
    items: [{ title: HOSTILE, detail: HOSTILE, url: 'https://x.example/' }],
  });
  expect(typed.subject).toBe('<script>alert(1)</script> Bcc: evil@example.com gnp.exe & "quoted"');
  const own = [...tagsOf(plain.html), 'blockquote', 'ul', 'li', 'br'];
  expect(tagsOf(typed.html).filter((tag) => !own.includes(tag))).toEqual([]);
  expect(typed.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(typed.text).toContain('> <script>');
  // Text outside the quotation has no line breaks of its own, so it can't imitate another part of the mail.
  expect(typed.text.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([]);
});

test('a subject and a quotation are cut, by characters', () => {
  expect(truncateToOneLine('📦'.repeat(200), 120)).toBe(`${'📦'.repeat(119)}…`);
  expect(truncateToOneLine('📦'.repeat(120), 120)).toBe('📦'.repeat(120));
  const { text } = renderEmail({ ...LETTER, quoted: '📦'.repeat(2_000) });
  expect(Array.from(/> (.*)/.exec(text)?.[1] ?? '')).toHaveLength(1_000);
});

/** Returns the declarations of all style attributes and of all rules in the style sheet. */
const declarationsOf = (html: string) => [
  ...[...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style ?? ''),
  ...[...html.matchAll(/\{([^{}]*)\}/g)].map(([, style]) => style ?? ''),
];

// rules/notifications 20
test('no background is set without the colour of the text on it, and dark readers are told that there are two', () => {
  const { html } = renderEmail({ ...LETTER, quoted: 'Why?' });
  for (const style of declarationsOf(html)) {
    if (style.includes('background')) expect(style).toMatch(/(^|;)color:/);
  }
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).not.toMatch(/\bsrc=|url\(|@import|<link|<script/);
  expect(html).toContain('@media (prefers-color-scheme:dark)');
});

const MAIL: Mail = { to: 'ana@example.com', ...renderEmail(LETTER), id: '0199', unsubscribe: LETTER.unsubscribe!.url };

test('a mail arrives whole, with the one-click headers that its programs look for, and the same id each time', async () => {
  const smtp = await startSmtpServer();
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'Training <training@acme.example>' }, { info() {} });
  await mailer.send(MAIL);
  await mailer.send({ ...MAIL, unsubscribe: `https://x.example/${'y'.repeat(400)}` });
  mailer.close();
  const [first, second] = smtp.received;
  expect(first).toMatchObject({ subject: LETTER.subject, messageId: '<0199@acme.example>' });
  expect(second?.messageId).toBe('<0199@acme.example>');
  expect(first?.header('list-unsubscribe')).toBe(`<${LETTER.unsubscribe?.url}>`);
  expect(second?.header('list-unsubscribe')).toBe(`<https://x.example/${'y'.repeat(400)}>`);
  expect(first?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(first?.header('auto-submitted')).toBe('auto-generated');
  expect(first?.text.trim()).toBe(MAIL.text.trim());
  expect(first?.html.trim()).toBe(MAIL.html.trim());
});

// rules/notifications 21
test('a mail that cannot be ended has no such header', async () => {
  const smtp = await startSmtpServer();
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'training@acme.example' }, { info() {} });
  await mailer.send({ to: 'ana@example.com', subject: 'x', text: 'x', html: '<p>x</p>' });
  mailer.close();
  expect(smtp.received[0]?.header('list-unsubscribe')).toBeUndefined();
  expect(smtp.received[0]?.header('list-unsubscribe-post')).toBeUndefined();
  expect(smtp.received[0]?.header('auto-submitted')).toBe('auto-generated');
});
