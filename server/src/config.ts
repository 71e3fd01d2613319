import { BlockList } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { misspeltSettings, type MisspeltSetting } from './misspelt-settings.ts';
import { EncryptionKeys, type Encryption } from './platform/encryption/encryption-keys.ts';
import { PrivateTargets, type OutwardPolicy } from './platform/outward/targets.ts';
import { TrustedProxies } from './platform/trusted-proxies.ts';
import { BaseUrl } from './providers/base-url.ts';
import { DriveEnvironment, readDriveSettings, type DriveSettings } from './providers/drives/settings.ts';
import { AiEnvironment, readAiSettings, type AiSettings } from './providers/ai/settings.ts';

/** The checkout: `.data` lies there when `DATA_DIR` is not set. */
const CHECKOUT = path.resolve(import.meta.dirname, '../..');

/** The file descriptor of the first socket that systemd passes. */
const FIRST_PASSED = 3;

const number = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'Must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** Whether an address names a host and nothing behind it, nor anybody before it. */
const isOrigin = (address: URL) => address.href === `${address.origin}/`;

const Environment = z.object({
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
    .refine((address) => isOrigin(new URL(address)), {
      error: ({ input }) =>
        `Must end with the host, as ${new URL(String(input)).origin} does: the console is served at the root of its host, ` +
        'not under a path; give it a host name of its own',
      // A refinement runs on what is no address too.
      when: ({ issues }) => issues.length === 0,
    })
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Must start with postgresql://')
    .optional(),
  DATA_DIR: z.string().default(path.join(CHECKOUT, '.data')),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'Must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Training <training@localhost>'),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  AUTH_SECRET: z.string().min(32, 'Must have at least 32 characters').optional(),
  ENCRYPTION_KEYS: EncryptionKeys.optional(),
  ENCRYPTION_ACTIVE_KEY: z.string().optional(),
  RATE_LIMIT_READS_PER_MINUTE: number(0, 1_000_000).default(600),
  RATE_LIMIT_WRITES_PER_MINUTE: number(0, 1_000_000).default(120),
  STREAMS_LIMIT: number(1, 100_000).default(2000),
  METRICS_TOKEN: z.string().min(16, 'Must have at least 16 characters').optional(),
  TRUST_PROXY: TrustedProxies.optional(),
  OUTGOING_HTTP: z.enum(['true', 'false']).default('false'),
  OUTGOING_PRIVATE_TARGETS: PrivateTargets.optional(),
  CHAT_BASE_URL: BaseUrl.optional(),
  DATABASE_POOL_SIZE: number(2, 200).default(10),
  NOTIFY_SOCKET: z.string().optional(),
  LISTEN_FDS: number(0, 1_000).optional(),
  LISTEN_PID: number(0, 2 ** 31).optional(),
  OUTPUT: z.enum(['text', 'json']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  AI_JOBS_PER_WORKSPACE: number(1, 1_000).default(4),
  FILES_MIB_PER_WORKSPACE: number(20, 1_000_000).default(2_048),
  WEBHOOKS_AT_ONCE: number(1, 10_000).default(64),
  NODE_ENV: z.string().default('production'),
  ...AiEnvironment.shape,
  ...DriveEnvironment.shape,
});

export type Config = {
  port: number;
  host: string;
  /** The file descriptor of a socket that whoever started us holds and listens on, in the place of host and port. */
  socket: number | undefined;
  /** Whether systemd waits to be told that the server is ready. */
  tellsSystemd: boolean;
  /** Prints for people what else is a line of the log: where the console is, and links to sign in. */
  printsText: boolean;
  /** Variables that are no settings but look like one, such as `SMTP_URI`. */
  misspelt: MisspeltSetting[];
  /** The origin that browsers reach us at, without a slash at its end; derived from host and port when absent. */
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  dataDir: string;
  mail: { smtpUrl: string | undefined; from: string };
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined;
  authSecret: string | undefined;
  /** The keyring; when absent, it is a file in `dataDir`. */
  encryption: Encryption | undefined;
  /** Requests a minute for each token; 0 switches a limit off. */
  rateLimits: { reads: number; writes: number };
  metricsToken: string | undefined;
  /** Which proxies may say where a request comes from, as Fastify's `trustProxy` takes it. */
  trustProxy: string | undefined;
  /** Requests to webhooks that an instance has under way at once, but for those that hang. */
  webhooksAtOnce: number;
  /** Where customers may have us send requests to. */
  outgoing: OutwardPolicy;
  /** What stands in the place of all chat services; a folder for each of their hosts is appended. */
  chatBaseUrl: string | undefined;
  poolSize: number;
  /** How many event streams may be open at once. */
  streamsLimit: number;
  logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  /** Whether answers are checked against their schemas; off in production, where PostgreSQL builds them. */
  checkAnswers: boolean;
  /** Providers' endpoints, pooled keys and models. */
  ai: AiSettings;
  /** The operator's clients of drives, and where drives are asked. */
  drives: DriveSettings;
  /** What one workspace may take of the installation. */
  bounds: {
    /** AI jobs at once, over all instances. */
    jobsPerWorkspace: number;
    /** Uploaded files. */
    storedBytesPerWorkspace: number;
  };
};

/** A setting that the server cannot start with; the message names the variable and what it takes. */
export class ConfigError extends Error {}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** @throws ConfigError that says what is wrong with the settings of a provider. */
function settingsOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads the settings (rules/operation 2). An empty variable counts as absent.
 * @throws ConfigError that lists every wrong variable.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
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
  return {
    port: env.PORT,
    host: env.HOST,
    // As systemd passes sockets; what it says is meant for one process and not for those that this one starts.
    socket: env.LISTEN_FDS && env.LISTEN_PID === process.pid ? FIRST_PASSED : undefined,
    tellsSystemd: env.NOTIFY_SOCKET !== undefined,
    printsText: printsText(environment),
    misspelt: misspeltSettings(Object.keys(present), Object.keys(Environment.shape)),
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    databaseUrl: env.DATABASE_URL,
    dataDir: path.resolve(env.DATA_DIR),
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : undefined,
    authSecret: env.AUTH_SECRET,
    encryption: encryptionOf(env.ENCRYPTION_KEYS, env.ENCRYPTION_ACTIVE_KEY),
    rateLimits: { reads: env.RATE_LIMIT_READS_PER_MINUTE, writes: env.RATE_LIMIT_WRITES_PER_MINUTE },
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    webhooksAtOnce: env.WEBHOOKS_AT_ONCE,
    outgoing: {
      http: env.OUTGOING_HTTP === 'true',
      privateTargets: env.OUTGOING_PRIVATE_TARGETS ?? new BlockList(),
    },
    chatBaseUrl: env.CHAT_BASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    streamsLimit: env.STREAMS_LIMIT,
    logLevel: env.LOG_LEVEL,
    checkAnswers: env.NODE_ENV !== 'production',
    ai: settingsOf(() => readAiSettings(env)),
    drives: settingsOf(() => readDriveSettings(env)),
    bounds: {
      jobsPerWorkspace: env.AI_JOBS_PER_WORKSPACE,
      storedBytesPerWorkspace: env.FILES_MIB_PER_WORKSPACE * 1024 * 1024,
    },
  };
}

/** Does not repeat a wrong active id: whoever takes it for the key itself has set that. */
function encryptionOf(keys: Encryption['keys'] | undefined, active: string | undefined): Encryption | undefined {
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

/** The settings of the operator's commands, which send no mail. */
export function processConfig(): Config {
  return readConfig(process.env);
}

/** Tells whether people read the output, also where another setting is wrong. */
export function printsText({ OUTPUT }: Record<string, string | undefined>): boolean {
  return OUTPUT ? OUTPUT !== 'json' : process.stdout.isTTY;
}

/**
 * The settings of the server, which must be able to reach people. Where a socket that was passed listens, it shows when
 * it is listened on.
 * @throws ConfigError where sign-in links could reach nobody
 */
export function serverConfig(environment: Record<string, string | undefined> = process.env): Config {
  const config = readConfig(environment);
  if (config.socket === undefined) assertReachesPeople(config);
  return config;
}

/** @throws ConfigError where others than this machine reach `host`, and sign-in links could reach nobody */
export function assertReachesPeople({ mail, host, socket }: Pick<Config, 'mail' | 'host' | 'socket'>): void {
  if (mail.smtpUrl || isLoopback(host)) return;
  const where = socket === undefined ? `HOST (${host})` : `the socket that was passed (${host})`;
  throw new ConfigError(`SMTP_URL: needed where ${where} is not loopback, or sign-in links would only reach the log`);
}
