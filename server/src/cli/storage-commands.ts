import type { Command } from 'commander';
import { z } from 'zod';
import { defineStatement } from '../database/statements/statement.ts';
import { type StoredFileProblem, verifyStoredFiles } from '../features/media/verify-stored-files.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { type CommandRunner, getOperatorContextOfWorkspace } from './command.ts';

/** Problems that are printed; all are counted. */
const MOST_PRINTED = 1_000;

const WORKSPACES = defineStatement({
  name: 'workspaces-to-verify',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ slug: z.string() }),
  sql: 'select slug from workspaces where not is_away order by slug',
});

const WORDS: Record<StoredFileProblem['problem'], string> = {
  unknown: 'is named by content, but was never stored, or was removed',
  missing: 'isn’t in the storage, or not as a whole',
  changed: 'has other bytes in the storage',
};

type Options = { workspace?: string; read?: true };

export function addStorageCommands(program: Command, { answer }: CommandRunner): void {
  program
    .command('storage')
    .description('the storage of files')
    .command('verify')
    .description(
      'check that all media that content names, recordings, documents and uploads are in the storage, for example after a restore; prints {workspaces, media, files, problems}',
    )
    .option('--workspace <slug>', 'only this workspace')
    .option('--read', 'also read all bytes, and compare them with their digests')
    .action(({ workspace, read }: Options, command: Command) =>
      answer(command, async (session) => {
        const storage = openStorage(session.config);
        const slugs = workspace === undefined ? await WORKSPACES.all(session.db.pool) : [{ slug: workspace }];
        const problems: (StoredFileProblem & { workspace: string })[] = [];
        let [media, files, count] = [0, 0, 0];
        for (const { slug } of slugs) {
          const found = await verifyStoredFiles(
            { ...(await getOperatorContextOfWorkspace(session, slug)), storage },
            read === true,
          );
          media += found.media;
          files += found.files;
          count += found.problems.length;
          const left = MOST_PRINTED - problems.length;
          problems.push(...found.problems.slice(0, left).map((problem) => ({ workspace: slug, ...problem })));
        }
        const lines = problems.map((each) => {
          const name = 'digest' in each ? each.digest : `${each.kind} ${each.id}`;
          return `${each.workspace}: ${name} ${WORDS[each.problem]}`;
        });
        const sum = `${media} media and ${files} other files of ${slugs.length} workspaces in ${storage.place}: ${count} problems.`;
        return {
          json: { workspaces: slugs.length, media, files, problems, count },
          text: [...lines, sum].join('\n'),
          failed: count > 0,
        };
      }),
    );
}
