import { escapeHtml } from '../../../src/platform/html-page.ts';

/** Returns the page that asks for consent: whose drive, and two buttons. */
export function consentPage(accounts: string[], loginHint: string | null): string {
  const options = accounts
    .map((email) => {
      const chosen = email === loginHint ? ' selected' : '';
      return `<option${chosen}>${escapeHtml(email)}</option>`;
    })
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in – stand-in of Google</title>
<meta name="viewport" content="width=device-width"><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 10vh auto; padding: 0 1rem; }
select, button { font: inherit; padding: .5rem .75rem; margin: .25rem .5rem .25rem 0; }
</style></head><body><h1>A stand-in of Google</h1>
<p>The training platform wants to <strong>see and download all your Google Drive files</strong>.</p>
<form method="post"><p><label>Account <select name="account">${options}</select></label></p>
<p><button name="decision" value="approve">Allow</button><button name="decision" value="deny">Cancel</button></p>
</form></body></html>`;
}

export function problemPage(problem: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Error 400</title>
<h1>Access blocked: authorisation error</h1><p>Error 400: ${escapeHtml(problem)}</p></html>`;
}
