import { isLoopback, type Config } from '../../core/config.ts';
import { findRelyingParty } from '../../auth/passkeys/relying-party.ts';
import { keyringFilePathOf } from '../../platform/encryption/keyring-file.ts';
import { type Finding, createNoteFinding, createOkFinding, createWrongFinding } from './finding.ts';
import { checkMailServer } from '../../platform/mail.ts';
import { withSharedFetchDeadline } from '../../providers/identity/bounded-fetch.ts';
import { discoverOpenIdProvider } from '../../providers/identity/discover-openid-provider.ts';

const SIGN_IN_TOPIC = 'sign-in';

/** Milliseconds the provider may take. */
const PROVIDER_PATIENCE = 4_000;

/** Fetches the OpenID provider's configuration, as the server does before single sign-on. */
export async function examineSignIn({ oidc }: Config): Promise<Finding> {
  if (!oidc) return createOkFinding(SIGN_IN_TOPIC, 'by mailed links', { single_sign_on: null });
  const facts = { single_sign_on: oidc.issuer };
  try {
    await withSharedFetchDeadline(PROVIDER_PATIENCE, () => discoverOpenIdProvider(oidc));
    return createOkFinding(SIGN_IN_TOPIC, `single sign-on by ${oidc.issuer}, which answers`, facts);
  } catch (error) {
    const remedy = 'mend OIDC_ISSUER, or what stands before that provider; mailed links work meanwhile';
    return createWrongFinding(SIGN_IN_TOPIC, `${oidc.issuer} cannot be used (${reasonOf(error)})`, remedy, facts);
  }
}

/** Returns the innermost reason that says more than that the provider couldn't be asked. */
function reasonOf(error: unknown): string {
  const no = 'it does not answer with its configuration';
  if (error instanceof Response) return error.ok ? no : `it answers ${error.status}`;
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it does not answer within ${PROVIDER_PATIENCE / 1_000} s`;
  if (error instanceof SyntaxError) return no;
  return error.cause instanceof Error || error.cause instanceof Response ? reasonOf(error.cause) : error.message;
}

const MAIL_TOPIC = 'mail';

/** Milliseconds the SMTP server may take. */
const PATIENCE = 4_000;

export async function examineMail({ mail, host }: Config): Promise<Finding> {
  const { smtpUrl, from } = mail;
  if (smtpUrl === undefined) {
    const facts = { goes_to: 'log' };
    if (isLoopback(host))
      return createNoteFinding(MAIL_TOPIC, 'goes to the log and reaches nobody', 'set SMTP_URL and MAIL_FROM', facts);
    return createWrongFinding(
      MAIL_TOPIC,
      `SMTP_URL is not set, so no server starts on HOST ${host}`,
      'set SMTP_URL and MAIL_FROM',
      facts,
    );
  }
  // The address may contain a password, so only its host is shown.
  const server = new URL(smtpUrl).host;
  const facts = { goes_to: server, from };
  try {
    await checkMailServer(smtpUrl, PATIENCE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return createWrongFinding(
      MAIL_TOPIC,
      `${server} cannot be used (${reason})`,
      'mend SMTP_URL, or what stands before that server',
      facts,
    );
  }
  if (/@localhost>?$/.test(from)) {
    return createWrongFinding(
      MAIL_TOPIC,
      `mail comes from ${from}, which many servers refuse`,
      'set MAIL_FROM to an address of yours',
      facts,
    );
  }
  return createOkFinding(MAIL_TOPIC, `${server} takes mail from ${from}`, facts);
}

const TOPIC = 'settings';

/** Checks settings against each other. Invalid single settings were refused earlier. */
export function examineSettingCombinations(config: Config): Finding[] {
  const found = [...ofNames(config), ...ofAddresses(config), ...ofKeys(config)];
  return found.length > 0 ? found : [createOkFinding(TOPIC, 'none contradicts another')];
}

function* ofNames({ misspelt }: Config): Generator<Finding> {
  for (const { name, meant } of misspelt) {
    yield createWrongFinding(TOPIC, `${name} is no setting and has no effect`, `name it ${meant}, or remove it`, {
      name,
      meant,
    });
  }
}

function* ofAddresses({ publicUrl, host, trustProxy, databaseUrl }: Config): Generator<Finding> {
  const address = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isPublic = address !== undefined && !isLoopback(address.hostname);
  if (address === undefined && !isLoopback(host)) {
    yield createWrongFinding(
      TOPIC,
      'PUBLIC_URL is not set, so links lead nowhere',
      'set it to the origin that people type in',
    );
  }
  if (isPublic && address.protocol === 'http:') {
    yield createWrongFinding(
      TOPIC,
      `PUBLIC_URL is ${address.origin}, without TLS: sessions travel in the clear`,
      'put a proxy with a certificate before the server, and set PUBLIC_URL to its https address',
    );
  }
  if (address?.protocol === 'https:' && trustProxy === undefined) {
    yield createWrongFinding(
      TOPIC,
      'PUBLIC_URL is https, so a proxy is before the server, but TRUST_PROXY is not set: everyone has its address, ' +
        'in the audit log and for the limits of signing in',
      'set TRUST_PROXY to where the proxy is: loopback where it runs on this machine',
    );
  }
  if (address?.protocol === 'https:' && !isLoopback(host)) {
    yield createNoteFinding(
      TOPIC,
      `HOST is ${host}, so the server can be reached past its proxy`,
      'set HOST to 127.0.0.1, or let a firewall admit the proxy alone',
    );
  }
  if (publicUrl !== undefined && findRelyingParty([publicUrl]) === undefined) {
    yield createNoteFinding(
      TOPIC,
      `PUBLIC_URL is ${publicUrl}, where browsers refuse passkeys`,
      'set it to a domain name with https if people shall sign in with passkeys',
    );
  }
  if (isPublic && databaseUrl === undefined) {
    yield createNoteFinding(
      TOPIC,
      'the database is the embedded one',
      'set DATABASE_URL where more than one instance shall run',
    );
  }
}

function* ofKeys({ ai, encryption, databaseUrl, dataDir }: Config): Generator<Finding> {
  const { generation, transcription } = ai.pooled;
  const missing = Object.entries({ generation, transcription }).filter(([, key]) => key === undefined);
  if (missing.length > 0) {
    yield createNoteFinding(
      TOPIC,
      `there is no pooled key for ${missing.map(([capability]) => capability).join(' and ')}`,
      'workspaces without a key of their own do without it; set ANTHROPIC_API_KEY, DEEPGRAM_API_KEY or others',
      { pooled: { generation: generation?.provider ?? null, transcription: transcription?.provider ?? null } },
    );
  }
  if (!encryption && databaseUrl !== undefined) {
    yield createNoteFinding(
      TOPIC,
      `the keyring is ${keyringFilePathOf(dataDir)}, on this machine alone`,
      'back it up apart from the database; instances on other machines need it as ENCRYPTION_KEYS',
    );
  }
}
