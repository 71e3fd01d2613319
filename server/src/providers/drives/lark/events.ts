import { z } from 'zod';

/** Event about a file or folder, as reported by Lark. */
export type LarkFileEvent = {
  /** The new file, if something was created in a folder. */
  fileToken: string;
  /** Folder in which something was created. */
  folderToken: string | null;
  appId: string;
};

/** Events after which there may be content to read, or content may be gone. Reading a file causes an event, too. */
const LarkEventType = z.enum([
  'drive.file.edit_v1',
  'drive.file.title_updated_v1',
  'drive.file.created_in_folder_v1',
  'drive.file.permission_member_added_v1',
  'drive.file.permission_member_removed_v1',
  'drive.file.permission_member_applied_v1',
  'drive.file.trashed_v1',
  'drive.file.deleted_v1',
]);

/** Restricted because tokens are stored: an event that the database rejects would block all events stored with it. */
const token = z.string().regex(/^[ -~]{1,200}$/);

/** Common part of events of version 2. */
export const LarkEventEnvelope = z.object({
  schema: z.literal('2.0'),
  header: z.object({
    event_type: z.string(),
    app_id: token,
    token: z.string().optional(),
  }),
  event: z.unknown(),
});
export type LarkEventEnvelope = z.infer<typeof LarkEventEnvelope>;

const FileEvent = z.object({ file_token: token, folder_token: token.optional() });

/** Parses an event; undefined if it doesn't concern files or needs no action. */
export function parseLarkFileEvent({ header, event }: LarkEventEnvelope): LarkFileEvent | undefined {
  const type = LarkEventType.safeParse(header.event_type);
  const file = FileEvent.safeParse(event);
  if (!type.success || !file.success) return undefined;
  return {
    fileToken: file.data.file_token,
    folderToken: file.data.folder_token ?? null,
    appId: header.app_id,
  };
}

/** Parses one of Lark's times, in seconds, milliseconds or microseconds; undefined if it isn't one. */
export function parseLarkTime(digits: string): Date | undefined {
  if (!/^\d{10}(\d{3}){0,2}$/.test(digits)) return undefined;
  return new Date(Math.floor(Number(digits) * 10 ** (13 - digits.length)));
}

/** Parses JSON text; undefined if it isn't JSON or doesn't match the schema. */
export function parseJsonAs<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
