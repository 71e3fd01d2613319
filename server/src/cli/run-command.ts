import { Command, CommanderError } from 'commander';
import { addAnalyticsCommands } from './analytics-commands.ts';
import { addAssignCommand } from './assign-command.ts';
import { addAuditCommands } from './audit-commands.ts';
import { answeringOn, type Terminal } from './command.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { commandFailure } from './failure.ts';
import { addDriveCommands } from './drive-commands.ts';
import { addKeysCommands } from './keys-commands.ts';
import { addTokenCommands } from './token-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { addDepartmentCommands, addWorkspaceCommands } from './workspace-commands.ts';

/** Runs the command with these arguments to `wtp` and returns its exit code. Never throws. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('wtp')
    .description(
      'Commands for whoever runs the server. They act on DATABASE_URL, or on the embedded database of DATA_DIR, beside a ' +
        'running server or without one.',
    )
    .option('--json', 'print one JSON object and nothing else; an error is {error: {code, detail}} on stderr')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {}, writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();

  let exitCode = 0;
  const answering = answeringOn(terminal, () => (exitCode = 1));
  addDatabaseCommands(program, answering);
  addWorkspaceCommands(program, answering);
  addDepartmentCommands(program, answering);
  addUserCommands(program, answering);
  addAssignCommand(program, answering);
  addTokenCommands(program, answering);
  addWebhookCommands(program, answering);
  addDriveCommands(program, answering);
  addKeysCommands(program, answering);
  addAuditCommands(program, answering);
  addAnalyticsCommands(program, answering);
  addDoctorCommand(program, answering);

  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Requested help, or help in place of a missing command, was already printed.
    const shown = error instanceof CommanderError && /^commander\.(help|helpDisplayed|version)$/.test(error.code);
    if (!shown) {
      const { code, detail } = commandFailure(error);
      const { json } = program.opts<{ json?: true }>();
      terminal.err(`${json ? JSON.stringify({ error: { code, detail } }) : detail}\n`);
    }
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
  }
}
