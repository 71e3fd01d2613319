import type { Evidence } from '@training/shared/evidence';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { certificateText } from './certificate-text.ts';

/** The certificate as a page to print, in whatever script names are written; the browser has the fonts. */
export function certificatePage(evidence: Evidence): string {
  const text = certificateText(evidence);
  const rows = [...text.facts, ...text.approvals.map((approval) => ['Approval', approval] as const)];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certificate: ${escapeHtml(text.module)}, ${escapeHtml(text.person)}</title>
<p>${escapeHtml(text.workspace)}</p>
<h1>Certificate of completion</h1>
<h2>${escapeHtml(text.person)}</h2>
<p>${escapeHtml(text.statement)}</p>
<h2>${escapeHtml(text.module)}</h2>
<table>
${rows.map(([label, value]) => `<tr><th scope="row" align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}
</table>
${text.answers.length > 0 ? '<h2>Answers</h2>' : ''}
<ol>
${text.answers.map((each) => `<li><strong>${escapeHtml(each.question)}</strong><br>${escapeHtml(each.answer)}<br>${escapeHtml(each.result)}</li>`).join('\n')}
</ol>
</html>
`;
}
