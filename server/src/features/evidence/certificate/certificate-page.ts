import type { Evidence } from '@training/shared/evidence';
import { certificateText } from './certificate-text.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** The certificate as a page to print, in whatever script names are written; the browser has the fonts. */
export function certificatePage(evidence: Evidence): string {
  const text = certificateText(evidence);
  const rows = [...text.facts, ...text.approvals.map((approval) => ['Approval', approval] as const)];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certificate: ${escape(text.module)}, ${escape(text.person)}</title>
<p>${escape(text.workspace)}</p>
<h1>Certificate of completion</h1>
<h2>${escape(text.person)}</h2>
<p>${escape(text.statement)}</p>
<h2>${escape(text.module)}</h2>
<table>
${rows.map(([label, value]) => `<tr><th scope="row" align="left">${escape(label)}</th><td>${escape(value)}</td></tr>`).join('\n')}
</table>
${text.answers.length > 0 ? '<h2>Answers</h2>' : ''}
<ol>
${text.answers.map((each) => `<li><strong>${escape(each.question)}</strong><br>${escape(each.answer)}<br>${escape(each.result)}</li>`).join('\n')}
</ol>
</html>
`;
}
