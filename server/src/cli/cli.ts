// Command line for operators (rules/operation 8): `npm run --silent wtp -- <command>`.
import { runCommand } from './run-command.ts';
import { processConfig } from '../core/config.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  config: processConfig,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
