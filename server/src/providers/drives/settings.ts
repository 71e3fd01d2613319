import { z } from 'zod';
import { BaseUrl } from '../base-url.ts';

const SECONDS = { withoutAddress: 60, withAddress: 300 };

/** The variables that are about drives (rules/operation 2). */
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
  /** How often a drive is asked for changes, whether or not it rings. */
  pollSeconds: number;
  /** Where providers may ring us: the `PUBLIC_URL`, if there is one. */
  publicUrl: string | undefined;
  google: {
    /** The operator’s own, with which people let us read their drives. */
    client: { id: string; secret: string } | undefined;
    /** What `/drive/v3` follows. */
    apiUrl: string;
    /** Where people are sent to, to consent. */
    authorizeUrl: string;
    tokenUrl: string;
    /** Where Google may ring us: an https address; a stand-in takes any. */
    ringsAt: string | undefined;
  };
  lark: {
    /** The operator’s own, where none is typed in. */
    app: { id: string; secret: string } | undefined;
    /** What `/open-apis` follows. */
    apiUrls: Record<'lark' | 'feishu', string>;
  };
};

/** @throws Error whose message names the wrong variable. */
export function readDriveSettings(
  env: z.infer<typeof DriveEnvironment> & { PUBLIC_URL?: string | undefined },
): DriveSettings {
  const oauth = env.GOOGLE_OAUTH_BASE_URL;
  const publicUrl = env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin;
  const ringsAt = env.GOOGLE_DRIVE_BASE_URL || publicUrl?.startsWith('https:') ? publicUrl : undefined;
  return {
    pollSeconds: env.DRIVE_POLL_SECONDS ?? (ringsAt ? SECONDS.withAddress : SECONDS.withoutAddress),
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
      ringsAt,
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
