import type { Command } from 'commander';
import { rebuildRollups } from '../features/analytics/rollups/rebuild.ts';
import { verifyRollups } from '../features/analytics/rollups/verify.ts';
import { type Answering, inWorkspace } from './command.ts';

type Options = { workspace: string };

export function addAnalyticsCommands(program: Command, { answer }: Answering): void {
  const analytics = program.command('analytics').description('the counts from which analytics are answered');

  analytics
    .command('verify')
    .description(
      'compare the counts that are kept of a workspace with its rows, of one moment, while people go on writing; ' +
        'prints {equal, rows, wrong_rows, cells, wrong_cells}, and exits with 1 where they are not equal',
    )
    .requiredOption('--workspace <slug>', 'which workspace')
    .action(({ workspace }: Options, command: Command) =>
      answer(command, async (session) => {
        const verified = await verifyRollups(await inWorkspace(session, workspace));
        const { equal, rows, cells, wrong_rows: wrongRows, wrong_cells: wrongCells } = verified;
        const text = equal
          ? `The ${cells} counts are those of the ${rows} rows.`
          : `${wrongRows} of ${rows} rows and ${wrongCells} of ${cells} counts are wrong: ` +
            `wtp analytics rebuild --workspace ${workspace}`;
        return { json: verified, text, failed: !equal };
      }),
    );

  analytics
    .command('rebuild')
    .description('count a workspace’s rows anew, while people go on writing; prints {cells, rows}')
    .requiredOption('--workspace <slug>', 'which workspace')
    .action(({ workspace }: Options, command: Command) =>
      answer(command, async (session) => {
        const rebuilt = await rebuildRollups(await inWorkspace(session, workspace));
        return { json: rebuilt, text: `Counted ${rebuilt.rows} rows into ${rebuilt.cells} counts.` };
      }),
    );
}
