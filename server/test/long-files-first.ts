import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest for their size, which is what Vitest goes by as long as it has not seen them run: begun last,
 * one would keep the other workers waiting.
 */
const LONG = [
  'src/features/grading/answer/',
  'src/features/workspaces/moves/',
  'test/tenancy.test.ts',
  'src/features/notifications/chat/sending.test.ts',
  'src/features/drive-sync/poll/google-changes.test.ts',
  'src/features/ai/runner/',
  'src/cli/doctor/doctor.test.ts',
  'src/features/drive-sync/ingest/shared-text.test.ts',
  'src/features/ai/files/upload-file.test.ts',
  'src/providers/drives/lark/long-connection.test.ts',
  'src/features/drive-sync/push/google-channels.test.ts',
  'src/cli/cli.test.ts',
  'src/platform/documents/',
];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/server/${part}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
