import { z } from 'zod';
import { BaseUrl } from '../../platform/base-url.ts';

const SECONDS = { withoutAddress: 60, withAddress: 300 };

/** Environment variables of drives (rules/operation 2). */
export const DriveEnvironment = z.object({
  GOOGLE_DRIVE_CLIENT_ID: z.string().max(500).optional(),
  GOOGLE_DRIVE_CLIENT_SECRET: z.string().max(500).optional(),
  LARK_APP_ID: z.string().max(100).optional(),
  LARK_APP_SECRET: z.string().max(500).optional(),
  GOOGLE_DRIVE_BASE_URL: BaseUrl.optional(),
  GOOGLE_OAUTH_BASE_URL: BaseUrl.optional(),
  LARK_BASE_URL: BaseUrl.optional(),
  FEISHU_BASE_URL: BaseUrl.optional(),
  DRIVE_POLL_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'Must be a whole number of seconds')
    .transform(Number)
    .pipe(z.number().min(1).max(86_400))
    .optional(),
});

export type DriveSettings = {
  /** Seconds between polls of a drive for changes, with or without push notifications. */
  pollSeconds: number;
  /** Base address for push notifications of providers: `PUBLIC_URL`, if set. */
  publicUrl: string | undefined;
  google: {
    /** The operator's OAuth client, through which users grant access to their drives. */
    client: { id: string; secret: string } | undefined;
    /** Base address of `/drive/v3`. */
    apiUrl: string;
    /** Address of the consent page. */
    authorizeUrl: string;
    tokenUrl: string;
    /** Base address for Google's push notifications: https only; a fake server accepts any. */
    pushOrigin: string | undefined;
  };
  lark: {
    /** The operator's app, used if a workspace enters none. */
    app: { id: string; secret: string } | undefined;
    /** Base addresses of `/open-apis`. */
    apiUrls: Record<'lark' | 'feishu', string>;
  };
};

/** @throws Error whose message names the wrong variable. */
export function readDriveSettings(
  env: z.infer<typeof DriveEnvironment> & { PUBLIC_URL?: string | undefined },
): DriveSettings {
  const oauth = env.GOOGLE_OAUTH_BASE_URL;
  const publicUrl = env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin;
  const pushOrigin = env.GOOGLE_DRIVE_BASE_URL || publicUrl?.startsWith('https:') ? publicUrl : undefined;
  return {
    pollSeconds: env.DRIVE_POLL_SECONDS ?? (pushOrigin ? SECONDS.withAddress : SECONDS.withoutAddress),
    publicUrl,
    google: {
      client: pair(
        ['GOOGLE_DRIVE_CLIENT_ID', 'GOOGLE_DRIVE_CLIENT_SECRET'],
        env.GOOGLE_DRIVE_CLIENT_ID,
        env.GOOGLE_DRIVE_CLIENT_SECRET,
      ),
      apiUrl: env.GOOGLE_DRIVE_BASE_URL ?? 'https://www.googleapis.com',
      authorizeUrl: `${oauth ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      tokenUrl: `${oauth ?? 'https://oauth2.googleapis.com'}/token`,
      pushOrigin,
    },
    lark: {
      app: pair(['LARK_APP_ID', 'LARK_APP_SECRET'], env.LARK_APP_ID, env.LARK_APP_SECRET),
      apiUrls: {
        lark: env.LARK_BASE_URL ?? 'https://open.larksuite.com',
        feishu: env.FEISHU_BASE_URL ?? 'https://open.feishu.cn',
      },
    },
  };
}

function pair(names: [string, string], id: string | undefined, secret: string | undefined) {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined || secret === undefined) {
    throw new Error(`${names.join(' and ')} go together: set both or none`);
  }
  return { id, secret };
}
