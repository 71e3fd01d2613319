import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest for their size, which is what Vitest goes by as long as it has not seen them run: begun last,
 * one would keep the other workers waiting.
 */
const LONG = [
  'src/cli/cli.test.ts',
  'src/features/provider-keys/check-keyring.test.ts',
  'src/features/notifications/chat/sending.test.ts',
  'src/features/ai/runner/',
  'src/features/ai/jobs/watch-ai-job.test.ts',
  'src/features/notifications/mail/whole.test.ts',
  'src/platform/documents/',
  'src/providers/drives/lark/long-connection.test.ts',
  'src/features/drives/changes/',
];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/server/${part}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
