import { textDirectionOf } from '@training/shared/i18n/direction';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Colours. Each background is paired with its text colour, so that no mail client can change only one of them. */
const LIGHT = { page: '#ffffff', text: '#1a1b1e', quiet: '#495057', line: '#ced4da', link: '#1864ab' };
const DARK = { page: '#1a1b1e', text: '#f1f3f5', quiet: '#c1c2c5', line: '#5c5f66', link: '#74c0fc' };

/**
 * Colours of a button: white text is legible in both themes. Mail clients that recolour only elements without colours
 * leave it alone.
 */
const BUTTON = 'background-color:#1864ab;color:#ffffff';

const colours = ({ page, text, quiet, line, link }: typeof LIGHT, important = '') => `
body,.page{background-color:${page}${important};color:${text}${important}}
.quiet,.quiet a{color:${quiet}${important}}
.quoted,.foot{border-color:${line}${important}}
a.link{color:${link}${important}}`;

/** Inline styles of the frame's elements, for mail clients that remove the style sheet. */
export const INLINE_STYLES_FOR_MAIL_CLIENTS = {
  page: `background-color:${LIGHT.page};color:${LIGHT.text}`,
  link: `color:${LIGHT.link}`,
  quiet: `color:${LIGHT.quiet}`,
  line: LIGHT.line,
  button: `display:inline-block;${BUTTON};border:0;border-radius:6px;padding:12px 20px;font-size:16px;font-family:inherit;font-weight:600;line-height:1.25;text-decoration:none;cursor:pointer`,
};

/**
 * Renders a whole HTML document that follows the reader's light or dark theme, for emails and the few pages outside the
 * console. It loads no resources.
 * @param body HTML in which text typed by users is already escaped
 */
export function renderMailOrPageHtml(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${textDirectionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}${colours(LIGHT)}
@media (prefers-color-scheme:dark){${colours(DARK, '!important')}
}
</style>
</head>
<body style="margin:0;padding:0;${INLINE_STYLES_FOR_MAIL_CLIENTS.page}">
<div class="page" style="${INLINE_STYLES_FOR_MAIL_CLIENTS.page};max-width:560px;margin:0 auto;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:break-word">
${body}
</div>
</body>
</html>
`;
}
