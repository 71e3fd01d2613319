// The operator's command line (rules/operation 8): `npm run --silent wtp -- <command>`.
import { Command, CommanderError } from 'commander';
import { addAuditCommands } from './cli/audit-commands.ts';
import { addDatabaseCommands } from './cli/database-commands.ts';
import { addDoctorCommand } from './cli/doctor/doctor-command.ts';
import { failureOf } from './cli/failure.ts';
import { addKeysCommands } from './cli/keys-commands.ts';
import { addTokenCommands } from './cli/token-commands.ts';
import { addUserCommands } from './cli/user-commands.ts';
import { addDepartmentCommands, addWorkspaceCommands } from './cli/workspace-commands.ts';

const program = new Command('wtp')
  .description(
    'Commands for whoever runs the server. They act on DATABASE_URL, or on the embedded database of DATA_DIR, beside a ' +
      'running server or without one.',
  )
  .option('--json', 'print one JSON object and nothing else; an error is {error: {code, detail}} on stderr')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: () => {} })
  .exitOverride();

addDatabaseCommands(program);
addWorkspaceCommands(program);
addDepartmentCommands(program);
addUserCommands(program);
addTokenCommands(program);
addKeysCommands(program);
addAuditCommands(program);
addDoctorCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
  // Help that was asked for, or that stands in for a missing command, has been printed already.
  const shown = error instanceof CommanderError && /^commander\.(help|helpDisplayed|version)$/.test(error.code);
  if (!shown) {
    const { code, detail } = failureOf(error);
    const { json } = program.opts<{ json?: true }>();
    process.stderr.write(`${json ? JSON.stringify({ error: { code, detail } }) : detail}\n`);
  }
}
