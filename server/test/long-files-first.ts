import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest for their size, which is what Vitest goes by as long as it has not seen them run: begun last,
 * one would keep the other workers waiting.
 */
const LONG = [
  'src/features/workspaces/moves/',
  'src/features/courses/import/read-deck-or-workbook.test.ts',
  'src/features/grading/answer/',
  'src/features/ai/',
  'src/features/notifications/chat/',
  'src/providers/drives/lark/long-connection.test.ts',
  'src/cli/cli.test.ts',
  'test/tenancy.test.ts',
  'src/platform/documents/',
];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/server/${part}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
