import { BlockList } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { EncryptionKeysSetting, type EncryptionKeySet } from '../platform/encryption/encryption-keys.ts';
import { PrivateTargets } from '../platform/egress/outward-policy.ts';
import { BaseUrl } from '../platform/base-url.ts';
import { BucketAddress } from '../platform/storage/s3-storage.ts';
import { DriveEnvironment, readDriveSettings } from '../providers/drives/settings.ts';
import { AiEnvironment, readAiSettings } from '../providers/ai/ai-settings.ts';
import { TrustedProxiesSetting } from '../platform/address-ranges.ts';
import { DatabaseUrlList, readShardSettings, ShardEnvironment } from './shard-settings.ts';
import { readTraceSettings, TraceEnvironment } from '../platform/tracing/trace-settings.ts';

/** Root of the checkout, which contains `.data` if `DATA_DIR` isn't set. */
const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

/** File descriptor of the first socket passed by systemd. */
const FIRST_PASSED = 3;

const number = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'Must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** Returns true if an address is only an origin, without path, query or credentials. */
const isOrigin = (address: URL) => address.href === `${address.origin}/`;

/** AI jobs that a workspace runs at once, over all instances. */
const JOBS_PER_WORKSPACE = 4;

const Environment = z.object({
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
    .refine((address) => isOrigin(new URL(address)), {
      error: ({ input }) =>
        `Must end with the host, as ${new URL(String(input)).origin} does: the console is served at the root of its host, ` +
        'not under a path; give it a host name of its own',
      // Zod runs refinements on invalid addresses, too.
      when: ({ issues }) => issues.length === 0,
    })
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Must start with postgresql://')
    .optional(),
  DATABASE_READ_URL: DatabaseUrlList,
  DATABASE_READ_LAG_MS: number(0, 10_000).default(100),
  DATA_DIR: z.string().default(path.join(CHECKOUT, '.data')),
  STORAGE_URL: BucketAddress.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'Must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Training <training@localhost>'),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  AUTH_SECRET: z.string().min(32, 'Must have at least 32 characters').optional(),
  ENCRYPTION_KEYS: EncryptionKeysSetting.optional(),
  ENCRYPTION_ACTIVE_KEY: z.string().optional(),
  RATE_LIMIT_READS_PER_MINUTE: number(0, 1_000_000).default(600),
  RATE_LIMIT_WRITES_PER_MINUTE: number(0, 1_000_000).default(120),
  RATE_LIMIT_PEOPLE_PER_MINUTE: number(0, 10_000_000).default(30_000),
  INSTANCE_PORT: number(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'Must have at least 16 characters').optional(),
  TRUST_PROXY: TrustedProxiesSetting.optional(),
  OUTGOING_HTTP: z.enum(['true', 'false']).default('false'),
  OUTGOING_PRIVATE_TARGETS: PrivateTargets.optional(),
  CHAT_BASE_URL: BaseUrl.optional(),
  DATABASE_POOL_SIZE: number(2, 200).default(10),
  NOTIFY_SOCKET: z.string().optional(),
  LISTEN_FDS: number(0, 1_000).optional(),
  LISTEN_PID: number(0, 2 ** 31).optional(),
  OUTPUT: z.enum(['text', 'json']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  FILES_MIB_PER_WORKSPACE: number(20, 1_000_000).default(2_048),
  MEDIA_MIB_PER_WORKSPACE: number(250, 10_000_000).default(10_240),
  // For the start commands.
  MAX_SEMI_SPACE_MIB: number(1, 64).default(4),
  NODE_ENV: z.string().default('production'),
  ...AiEnvironment.shape,
  ...DriveEnvironment.shape,
  ...TraceEnvironment.shape,
  ...ShardEnvironment.shape,
});

/** A setting the server can't start with. The message names the variable and its valid values. */
export class ConfigError extends Error {}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** @throws ConfigError that describes the invalid provider settings. */
function settingsOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads the settings (rules/operation 2). Empty variables count as absent.
 * @throws ConfigError that lists every invalid variable.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none');
  }
  if (env.DATABASE_READ_URL.length > 0 && env.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL: needs DATABASE_URL, the primary; the embedded database has no replicas');
  }
  return {
    port: env.PORT,
    host: env.HOST,
    /** Port on 127.0.0.1 that only this instance answers, for metrics and health; instances may share the others. */
    instancePort: env.INSTANCE_PORT,
    /**
     * File descriptor of a listening socket passed by the parent process; replaces host and port. By systemd's
     * convention, the variables are meant for one process, not for its children.
     */
    socket: env.LISTEN_FDS && env.LISTEN_PID === process.pid ? FIRST_PASSED : undefined,
    /** True if systemd waits for the ready notification. */
    tellsSystemd: env.NOTIFY_SOCKET !== undefined,
    /**
     * True if the output is read by people: prints the console's address and sign-in links as text instead of log
     * lines.
     */
    printsText: isOutputForPeople(environment),
    /** Environment variables that look like a misspelt setting, such as `SMTP_URI`. */
    misspelt: misspeltSettings(Object.keys(present), Object.keys(Environment.shape)),
    /** Origin under which browsers reach the server, without trailing slash; derived from host and port if absent. */
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    databaseUrl: env.DATABASE_URL,
    /** Addresses of replicas, and milliseconds for which a read waits for one. */
    replicas: { urls: env.DATABASE_READ_URL, mostLag: env.DATABASE_READ_LAG_MS },
    shards: settingsOf(() => readShardSettings(env)),
    dataDir: path.resolve(env.DATA_DIR),
    /** Address of a bucket with its key; undefined for a folder in `dataDir`. */
    storageUrl: env.STORAGE_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : undefined,
    authSecret: env.AUTH_SECRET,
    /** Keyring; if absent, it is a file in `dataDir`. */
    encryption: encryptionOf(env.ENCRYPTION_KEYS, env.ENCRYPTION_ACTIVE_KEY),
    /** Requests per minute for each token; 0 disables the limit. */
    rateLimits: {
      reads: env.RATE_LIMIT_READS_PER_MINUTE,
      writes: env.RATE_LIMIT_WRITES_PER_MINUTE,
      people: env.RATE_LIMIT_PEOPLE_PER_MINUTE,
    },
    metricsToken: env.METRICS_TOKEN,
    /** Collector that spans are sent to; undefined if they aren't recorded. */
    traces: readTraceSettings(env),
    /** Trusted proxies, in the format of Fastify's `trustProxy`. */
    trustProxy: env.TRUST_PROXY,
    /** Policy for requests to addresses that customers configure. */
    outgoing: {
      http: env.OUTGOING_HTTP === 'true',
      privateTargets: env.OUTGOING_PRIVATE_TARGETS ?? new BlockList(),
    },
    /** Replacement for all chat services; a folder for each of their hosts is appended. */
    chatBaseUrl: env.CHAT_BASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    logLevel: env.LOG_LEVEL,
    /** True if responses are validated against their schemas. Off in production, where PostgreSQL builds them. */
    checkAnswers: env.NODE_ENV !== 'production',
    /** Endpoints, pooled keys and models of AI providers. */
    ai: settingsOf(() => readAiSettings(env)),
    /** The operator's clients for drives, and the drives' API addresses. */
    drives: settingsOf(() => readDriveSettings(env)),
    /** Limits per workspace. */
    bounds: {
      /** Concurrent AI jobs over all instances. */
      jobsPerWorkspace: JOBS_PER_WORKSPACE,
      /** Bytes of uploaded files. */
      storedBytesPerWorkspace: env.FILES_MIB_PER_WORKSPACE * 1024 * 1024,
      /** Bytes of pictures, sound and film. */
      mediaBytesPerWorkspace: env.MEDIA_MIB_PER_WORKSPACE * 1024 * 1024,
    },
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Combines both settings. Errors don't repeat an invalid active id, because it may be the key itself, set by mistake.
 */
function encryptionOf(
  keys: EncryptionKeySet['keys'] | undefined,
  active: string | undefined,
): EncryptionKeySet | undefined {
  if (!keys && active === undefined) return undefined;
  if (!keys || active === undefined) {
    throw new ConfigError('ENCRYPTION_KEYS and ENCRYPTION_ACTIVE_KEY go together: set both or none');
  }
  if (!keys.has(active)) {
    throw new ConfigError(
      `ENCRYPTION_ACTIVE_KEY: Must be one of the ids in ENCRYPTION_KEYS: ${[...keys.keys()].join(', ')}`,
    );
  }
  return { keys, active };
}

/** Reads the settings for operator commands, which send no email. */
export function readCommandConfig(): Config {
  return readConfig(process.env);
}

/** Returns true if people read the output. Works even if other settings are invalid. */
export function isOutputForPeople({ OUTPUT }: Record<string, string | undefined>): boolean {
  return OUTPUT ? OUTPUT !== 'json' : process.stdout.isTTY;
}

/**
 * Reads the settings of the server, which must be able to send sign-in links. If it uses a passed socket, that is
 * checked only when it listens.
 * @throws ConfigError if sign-in links couldn't reach anyone
 */
export function readServerConfig(environment: Record<string, string | undefined> = process.env): Config {
  const config = readConfig(environment);
  if (config.socket === undefined) assertMailReachesPeople(config);
  return config;
}

/** @throws ConfigError if `host` is reachable from other machines but sign-in links couldn't reach anyone */
export function assertMailReachesPeople({ mail, host, socket }: Pick<Config, 'mail' | 'host' | 'socket'>): void {
  if (mail.smtpUrl || isLoopback(host)) return;
  const where = socket === undefined ? `HOST (${host})` : `the socket that was passed (${host})`;
  throw new ConfigError(`SMTP_URL: needed where ${where} is not loopback, or sign-in links would only reach the log`);
}

type MisspeltSetting = { name: string; meant: string };

/** Maximum length of short names, for which only one difference is tolerated: with two, too many others would match. */
const SHORT = 6;

/**
 * Returns environment variables that aren't settings but differ from one by a letter or two, or from one that isn't set
 * by a word such as URL.
 */
function misspeltSettings(names: readonly string[], settings: readonly string[]): MisspeltSetting[] {
  const known = new Set(settings);
  const unset = settings.filter((setting) => !names.includes(setting));
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const subject = subjectOf(name);
      const isSame = (setting: string) => subject !== '' && subject === subjectOf(setting);
      const meant = settings.find((setting) => isNear(name, setting)) ?? unset.find(isSame);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Words that other programs' names for the same setting have or lack. */
const FILLERS = new Set(['URL', 'URI', 'API', 'CLIENT', 'HOST', 'ADDRESS']);

/** Returns the words of a name that distinguish it, so OIDC_SECRET is OIDC_CLIENT_SECRET; '' for a single word. */
function subjectOf(name: string): string {
  const words = name.toUpperCase().split('_');
  const singular = (word: string) => (word.endsWith('IES') ? `${word.slice(0, -3)}Y` : word);
  const full = words.map((word) => (word === 'DB' ? 'DATABASE' : singular(word)));
  return words.length === 1 ? '' : full.filter((word) => !FILLERS.has(word)).join(' ');
}

function isNear(name: string, setting: string): boolean {
  const [given, known] = [plain(name), plain(setting)];
  const most = known.length <= SHORT ? 1 : 2;
  return Math.abs(given.length - known.length) <= most && distance(given, known) <= most;
}

const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Edit distance: the number of letters inserted, deleted, replaced, or swapped with the next one. */
function distance(one: string, other: string): number {
  let [before, row] = [[0], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next[j] = Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
