import type { Command } from 'commander';
import { z } from 'zod';
import { WorkspaceSlug } from '@training/shared/workspaces/workspaces';
import { storeDemo } from '../../seeds/demo/store-demo.ts';
import { storeScale } from '../../seeds/scale/store-scale.ts';
import { type CommandRunner, parseOptions, getOperatorContextOfWorkspace } from './command.ts';
import { rebuildRollups } from '../features/analytics/rollups/rebuild.ts';
import { verifyRollups } from '../features/analytics/rollups/verify.ts';

type Options = { workspace: string };

export function addAnalyticsCommands(program: Command, { answer }: CommandRunner): void {
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
        const verified = await verifyRollups(await getOperatorContextOfWorkspace(session, workspace));
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
        const rebuilt = await rebuildRollups(await getOperatorContextOfWorkspace(session, workspace));
        return { json: rebuilt, text: `Counted ${rebuilt.rows} rows into ${rebuilt.cells} counts.` };
      }),
    );
}

const count = (most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1, 'Must be at least 1').max(most, `Must be at most ${most}`));

const SeedScale = z.strictObject({
  courses: count(100_000),
  modules: count(1_000),
  users: count(5_000_000),
  progress: count(100_000_000),
  workspace: WorkspaceSlug,
});

export function addDatabaseCommands(program: Command, { answer }: CommandRunner): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date; prints {applied}')
    .action((_options: object, command: Command) =>
      answer(command, ({ migrated }) =>
        Promise.resolve({
          json: { applied: migrated },
          text: migrated === 0 ? 'The schema is up to date.' : `Applied ${migrated} migrations.`,
        }),
      ),
    );

  const seed = program.command('seed').description('fill a database with a workspace to look at, or to measure with');

  seed
    .command('demo')
    .description('make the workspace “demo”: a company with people, courses and a year of progress')
    .action((_options: object, command: Command) =>
      answer(command, async ({ db }) => {
        const { workspace, adminEmail } = await storeDemo(db, new Date());
        return {
          json: { id: workspace.id, slug: workspace.slug, admin_email: adminEmail },
          text: `Made the workspace ${workspace.slug}; its administrator is ${adminEmail}.`,
        };
      }),
    );

  seed
    .command('scale')
    .description('fill an empty workspace with many rows; makes it when it is missing')
    .option('--courses <n>', 'how many courses', '1000')
    .option('--modules <n>', 'how many modules in each course', '10')
    .option('--users <n>', 'how many people', '50000')
    .option('--progress <n>', 'how many rows of progress, each of another person or another module', '1000000')
    .option('--workspace <slug>', 'which workspace', 'scale')
    .action((options: Record<keyof z.input<typeof SeedScale>, string>, command: Command) => {
      const { courses, modules, users, progress, workspace } = parseOptions(SeedScale, {
        courses: options.courses,
        modules: options.modules,
        users: options.users,
        progress: options.progress,
        workspace: options.workspace,
      });
      return answer(command, async (session) => {
        const size = { workspaceSlug: workspace, courses, modules, users, progress };
        const stored = await storeScale(session.db, size, session.progress);
        return {
          json: {
            id: stored.workspace.id,
            slug: stored.workspace.slug,
            admin_email: stored.adminEmail,
            courses,
            modules: courses * modules,
            users,
            progress,
            seconds: stored.seconds,
          },
          text: `Filled the workspace ${workspace} in ${stored.seconds} s; its administrator is ${stored.adminEmail}.`,
        };
      });
    });
}
