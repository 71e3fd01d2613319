// `npm run evaluate`: whether a model is good enough for what the AI features ask of it (README.md).
import { evaluate } from './evaluate.ts';
import { HELP, readOptions } from './options.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return void say(HELP);
  const { exitCode, lines } = await evaluate(readOptions(args), process.env, (line) =>
    process.stderr.write(`${line} …\n`),
  );
  for (const line of lines) say(line);
  process.exitCode = exitCode;
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = 3;
});
