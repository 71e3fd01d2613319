// Command line for operators (rules/operation 8): `npm run --silent wtp -- <command>`.
import { runCommand } from './run-command.ts';
import { readCommandConfig } from '../core/config.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  config: readCommandConfig,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
