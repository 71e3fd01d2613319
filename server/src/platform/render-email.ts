import { escapeHtml, renderMailOrPageHtml, INLINE_STYLES_FOR_MAIL_CLIENTS } from './html-page.ts';
import { truncateToOneLine } from './one-line.ts';

/** Content of an email, in plain text. May contain unescaped text typed by users. */
export type EmailContent = {
  subject: string;
  /** Code of the language of the texts. */
  language: string;
  /** One sentence that says what happened, and who did it. */
  title: string;
  /** Details, one paragraph each. */
  paragraphs?: readonly string[];
  /** Text a user wrote about it. */
  quoted?: string;
  /** Items the email is about, if there are several. */
  items?: readonly { title: string; detail: string; url: string }[];
  /** Link to the page where the recipient can act. */
  button: { label: string; url: string };
  /** Reason for sending it to this recipient. */
  why: string;
  /** Link that unsubscribes from emails of this kind; absent if that isn't possible. */
  unsubscribe?: { label: string; url: string };
};

/** Maximum code points of a subject. */
const SUBJECT = 120;

/** Maximum code points of quoted text: enough to recognise the topic. */
const QUOTED = 1_000;

/** Renders an email as plain text and as HTML with the same content. */
export function renderEmail(letter: EmailContent): { subject: string; text: string; html: string } {
  return { subject: truncateToOneLine(letter.subject, SUBJECT), text: asText(letter), html: asHtml(letter) };
}

const cut = (text: string, most: number) => {
  const characters = Array.from(text.slice(0, most * 2 + 2));
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
};

/** Renders plain text. Text typed by users is put on one line, so that it can't imitate another part of the email. */
function asText({ title, paragraphs = [], quoted, items = [], button, why, unsubscribe }: EmailContent): string {
  const line = (text: string) => truncateToOneLine(text, QUOTED);
  return [
    line(title),
    ...paragraphs.map(line),
    ...(quoted === undefined ? [] : [cut(quoted, QUOTED).replace(/^/gm, '> ')]),
    ...items.map(({ title: named, detail, url }) =>
      [`- ${line(named)}`, ...(detail === '' ? [] : [`  ${line(detail)}`]), `  ${url}`].join('\n'),
    ),
    `${button.label}:\n${button.url}`,
    // Mail clients remove the signature when they quote an email.
    ['-- ', line(why), ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])].join('\n'),
    '',
  ].join('\n\n');
}

function asHtml({
  language,
  subject,
  title,
  paragraphs = [],
  quoted,
  items = [],
  button,
  why,
  unsubscribe,
}: EmailContent): string {
  const lines = [
    `<h1 style="font-size:20px;line-height:1.35;margin:0 0 16px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((each) => `<p style="margin:0 0 16px">${escapeHtml(each)}</p>`),
  ];
  if (quoted !== undefined) {
    const style = `margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${INLINE_STYLES_FOR_MAIL_CLIENTS.line};white-space:pre-wrap`;
    lines.push(`<blockquote class="quoted" style="${style}">${escapeHtml(cut(quoted, QUOTED))}</blockquote>`);
  }
  if (items.length > 0) {
    lines.push('<ul style="margin:0 0 16px;padding:0 0 0 20px">', ...items.map(itemAsHtml), '</ul>');
  }
  lines.push(
    `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="${INLINE_STYLES_FOR_MAIL_CLIENTS.button}">${escapeHtml(button.label)}</a></p>`,
    `<div class="foot quiet" style="border-top:1px solid ${INLINE_STYLES_FOR_MAIL_CLIENTS.line};padding-top:12px;font-size:14px;${INLINE_STYLES_FOR_MAIL_CLIENTS.quiet}">`,
    `<p style="margin:0 0 8px">${escapeHtml(why)}</p>`,
  );
  if (unsubscribe) {
    const { url, label } = unsubscribe;
    lines.push(
      `<p style="margin:0"><a href="${escapeHtml(url)}" style="${INLINE_STYLES_FOR_MAIL_CLIENTS.quiet}">${escapeHtml(label)}</a></p>`,
    );
  }
  lines.push('</div>');
  return renderMailOrPageHtml(language, truncateToOneLine(subject, SUBJECT), lines.join('\n'));
}

function itemAsHtml({ title, detail, url }: { title: string; detail: string; url: string }): string {
  const link = `<a class="link" href="${escapeHtml(url)}" style="${INLINE_STYLES_FOR_MAIL_CLIENTS.link}">${escapeHtml(title)}</a>`;
  return `<li style="margin:0 0 8px">${link}<br>${escapeHtml(detail)}</li>`;
}
