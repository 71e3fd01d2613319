import { createServer } from 'node:http';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { afterAll, vi } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';
import type { Mail } from '../../platform/mail.ts';
import { atProvider, CLIENT, openIdProvider, portOf } from '../../auth/sign-in/identity-provider-fixture.ts';

/** Starts a provider that redirects to a workspace of the installation; returns its issuer. */
export async function startProvider(base: string, slug: string): Promise<string> {
  const listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(listening)}`;
  listening.on('request', openIdProvider(issuer, `${base}/api/auth/callback/oidc/${slug}`).callback());
  afterAll(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return issuer;
}

/** A server, and companies each with a workspace and an OpenID provider that signs in whoever asks. */
export async function startWithIssuers() {
  // The providers log long warnings that they aren't set up for production.
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
  const mails: Mail[] = [];
  /** TXT records of DNS. */
  const records = new Map<string, string[]>();
  const server = await startTestServer({
    env: {
      OUTGOING_HTTP: 'true',
      OUTGOING_PRIVATE_TARGETS: 'loopback',
      OIDC_ISSUER: 'http://127.0.0.1:1024',
      OIDC_CLIENT_ID: 'installation',
      OIDC_CLIENT_SECRET: 'of-the-installation',
    },
    outside: {
      resolveTxt: async (name) => records.get(name) ?? [],
      mailer: { send: async (mail) => void mails.push(mail), close() {} },
    },
  });
  const { make, base } = server;
  let made = 0;

  const provider = ({ slug }: { slug: string }) => startProvider(base, slug);

  /** Posts as a browser does. Returns the answer and its cookies as a `cookie` header. */
  async function post(path: string, body: object, cookie = '') {
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base, cookie },
      body: JSON.stringify(body),
    });
    const said: { code?: string; detail?: string; url?: string; issuers?: unknown[]; workspaces?: string[] } =
      JSON.parse(await answer.text());
    return { status: answer.status, ...said, cookie: cookiesOf(answer) };
  }

  /** Opens the callback as the browser does that comes back. */
  async function comeBack(address: string, cookie: string) {
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    return { location: answer.headers.get('location')?.slice(base.length), cookie: cookiesOf(answer) };
  }

  /** Signs in at a workspace's issuer with an address. Returns where it leads, and the cookie of the session. */
  async function signInAt({ slug: workspace }: { slug: string }, email: string, body: object = {}, cookie = '') {
    const started = await post('/api/auth/sign-in/social', { workspace, ...body }, cookie);
    if (started.url === undefined) return { ...started, location: undefined };
    const back = await atProvider(base, started.url, email);
    return comeBack(back, [cookie, started.cookie].filter(Boolean).join('; '));
  }

  const clientOf = (cookie: string, workspace: TestWorkspace) =>
    server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });

  /** A workspace with a domain and a super admin of it, who has saved an issuer. */
  async function company({ domain = `company-${++made}.example` } = {}) {
    const workspace = await make.workspace();
    const boss = await make.user(workspace, { role: 'super_admin', email: `boss@${domain}` });
    const cookie = await server.signIn(boss.email);
    const admin = clientOf(cookie, workspace);
    const issuer = await provider(workspace);
    const input = { issuer, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };
    await admin.issuers.save.mutate(input);
    const trial = (email = boss.email) =>
      signInAt(workspace, email, { trial: true, callbackURL: `/${workspace.slug}/settings/sign-in` }, cookie);
    const verify = async (name = domain) => {
      const { domains } = await admin.issuers.addDomain.mutate({ domain: name });
      for (const each of domains) records.set(each.record_name, ['other', each.record_text]);
      return admin.issuers.verifyDomain.mutate({ domain: name });
    };
    return { workspace, domain, boss, cookie, admin, issuer, input, trial, verify };
  }

  /** A company whose issuer is on. */
  async function openCompany(given: { domain?: string } = {}) {
    const opened = await company(given);
    await opened.trial();
    await opened.verify();
    const { workspace, boss } = opened;
    const require = async (require_single_sign_on: boolean) => {
      const { cookie } = await signInAt(workspace, boss.email);
      return clientOf(cookie, workspace).issuers.require.mutate({ require_single_sign_on });
    };
    return { ...opened, require };
  }

  return { server, mails, records, provider, post, comeBack, signInAt, clientOf, company, openCompany };
}

function cookiesOf({ headers }: Response): string {
  const pairs = headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  return pairs.filter((pair) => !pair.endsWith('=')).join('; ');
}
