import { z } from 'zod';

/** Something happened to a file or in a folder, as Lark told it. */
export type LarkEvent = {
  /** The same each time that it comes. */
  eventId: string;
  type: LarkEventType;
  /** Of what is created in a folder, the new file. */
  fileToken: string;
  fileType: string;
  /** The folder that something was created in. */
  folderToken: string | null;
  appId: string;
  /** When it happened. */
  at: Date;
};

/** Those after which there may be something to read, or nothing any more; reading a file is an event too. */
export const LarkEventType = z.enum([
  'drive.file.edit_v1',
  'drive.file.title_updated_v1',
  'drive.file.created_in_folder_v1',
  'drive.file.permission_member_added_v1',
  'drive.file.permission_member_removed_v1',
  'drive.file.permission_member_applied_v1',
  'drive.file.trashed_v1',
  'drive.file.deleted_v1',
]);
export type LarkEventType = z.infer<typeof LarkEventType>;

/** What events are stored by: one that the database does not take would keep all that are stored with it. */
const token = z.string().regex(/^[ -~]{1,200}$/);

/** What each event of the second version begins with. */
export const Envelope = z.object({
  schema: z.literal('2.0'),
  header: z.object({
    event_id: token,
    event_type: z.string(),
    create_time: z.string(),
    app_id: token,
    token: z.string().optional(),
  }),
  event: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

const FileEvent = z.object({ file_token: token, file_type: z.string().max(50), folder_token: token.optional() });

/** Undefined where it is about something else than files, or nothing that we would act on. */
export function eventOf({ header, event }: Envelope, now: Date): LarkEvent | undefined {
  const type = LarkEventType.safeParse(header.event_type);
  const file = FileEvent.safeParse(event);
  if (!type.success || !file.success) return undefined;
  return {
    eventId: header.event_id,
    type: type.data,
    fileToken: file.data.file_token,
    fileType: file.data.file_type,
    folderToken: file.data.folder_token ?? null,
    appId: header.app_id,
    at: parseLarkTime(header.create_time) ?? now,
  };
}

/** The time that some digits mean: those of Lark are seconds, milliseconds or microseconds. */
export function parseLarkTime(digits: string): Date | undefined {
  if (!/^\d{10}(\d{3}){0,2}$/.test(digits)) return undefined;
  return new Date(Math.floor(Number(digits) * 10 ** (13 - digits.length)));
}

/** Undefined where it is no JSON, or not of that form. */
export function parsedAs<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
