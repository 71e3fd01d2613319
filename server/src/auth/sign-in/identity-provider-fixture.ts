import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims the provider returns, by login name. */
export const PROFILES: Record<string, { email?: string; email_verified?: boolean }> = {
  ana: { email: 'Ana@Example.com', email_verified: true },
  unverified: { email: 'unverified@example.com', email_verified: false },
  unsaid: { email: 'unsaid@example.com' },
  nameless: {},
  stranger: { email: 'stranger@example.com', email_verified: true },
  both: { email: 'both@example.com', email_verified: true },
  moved: { email: 'before@example.com', email_verified: true },
  everywhere: { email: 'everywhere@example.com', email_verified: true },
  leaver: { email: 'leaver@example.com', email_verified: true },
};
/** Gives each account the address that it logs in with. */
const profileOf = (login: string) =>
  PROFILES[login] ?? (login.includes('@') ? { email: login, email_verified: true } : {});

/** Our client registration at the provider. The issuer is set once the provider listens. */
export const CLIENT = { issuer: '', clientId: 'training', clientSecret: 'a-secret-between-the-two' };

export function portOf(listening: Server): number {
  // The address of a listening TCP server is never a path.
  return (listening.address() as AddressInfo).port;
}

/** Creates a real OpenID provider, whose login form accepts any password. */
export function openIdProvider(issuer: string, redirectUri: string) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['test'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...profileOf(sub) }) }),
  });
}

/**
 * Signs in at the provider like a browser: submits the login and consent forms and follows redirects back to `origin`.
 */
export async function atProvider(origin: string, address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    form = undefined;
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      if (url.startsWith(origin)) return url;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`The provider answered ${answer.status}: ${page}`);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The provider never led back');
}
