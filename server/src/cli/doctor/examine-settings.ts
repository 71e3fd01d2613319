import { isLoopback, type Config } from '../../core/config.ts';
import { keyringFile } from '../../platform/encryption/keyring-file.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const TOPIC = 'settings';

/** Checks settings against each other. Invalid single settings were refused earlier. */
export function examineSettings(config: Config): Finding[] {
  const found = [...ofNames(config), ...ofAddresses(config), ...ofKeys(config)];
  return found.length > 0 ? found : [ok(TOPIC, 'none contradicts another')];
}

function* ofNames({ misspelt }: Config): Generator<Finding> {
  for (const { name, meant } of misspelt) {
    yield wrong(TOPIC, `${name} is no setting and has no effect`, `name it ${meant}, or remove it`, { name, meant });
  }
}

function* ofAddresses({ publicUrl, host, trustProxy, databaseUrl }: Config): Generator<Finding> {
  const address = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isPublic = address !== undefined && !isLoopback(address.hostname);
  if (address === undefined && !isLoopback(host)) {
    yield wrong(TOPIC, 'PUBLIC_URL is not set, so links lead nowhere', 'set it to the origin that people type in');
  }
  if (isPublic && address.protocol === 'http:') {
    yield wrong(
      TOPIC,
      `PUBLIC_URL is ${address.origin}, without TLS: sessions travel in the clear`,
      'put a proxy with a certificate before the server, and set PUBLIC_URL to its https address',
    );
  }
  if (address?.protocol === 'https:' && trustProxy === undefined) {
    yield wrong(
      TOPIC,
      'PUBLIC_URL is https, so a proxy is before the server, but TRUST_PROXY is not set: everyone has its address, ' +
        'in the audit log and for the limits of signing in',
      'set TRUST_PROXY to where the proxy is: loopback where it runs on this machine',
    );
  }
  if (address?.protocol === 'https:' && !isLoopback(host)) {
    yield note(
      TOPIC,
      `HOST is ${host}, so the server can be reached past its proxy`,
      'set HOST to 127.0.0.1, or let a firewall admit the proxy alone',
    );
  }
  if (isPublic && databaseUrl === undefined) {
    yield note(TOPIC, 'the database is the embedded one', 'set DATABASE_URL where more than one instance shall run');
  }
}

function* ofKeys({ ai, encryption, databaseUrl, dataDir }: Config): Generator<Finding> {
  const { generation, transcription } = ai.pooled;
  const missing = Object.entries({ generation, transcription }).filter(([, key]) => key === undefined);
  if (missing.length > 0) {
    yield note(
      TOPIC,
      `there is no pooled key for ${missing.map(([capability]) => capability).join(' and ')}`,
      'workspaces without a key of their own do without it; set ANTHROPIC_API_KEY, DEEPGRAM_API_KEY or others',
      { pooled: { generation: generation?.provider ?? null, transcription: transcription?.provider ?? null } },
    );
  }
  if (!encryption && databaseUrl !== undefined) {
    yield note(
      TOPIC,
      `the keyring is ${keyringFile(dataDir)}, on this machine alone`,
      'back it up apart from the database; instances on other machines need it as ENCRYPTION_KEYS',
    );
  }
}
