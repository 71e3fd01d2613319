import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InviteUser, UpsertUser } from '@training/shared/users/users';
import type { Command } from 'commander';
import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import { exportPerson } from '../features/person-exports/person-export.ts';
import { getPersonByKey } from '../features/person-exports/find-person.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { type CommandRunner, getOperatorContextOfWorkspace, parseOptions } from './command.ts';

const Keys = z
  .strictObject({ email: InviteUser.shape.email.optional(), external_id: UpsertUser.shape.external_id.optional() })
  .refine(({ email, external_id }) => (email === undefined) !== (external_id === undefined), {
    path: ['email'],
    message: 'Give either --email or --external-id',
  });

type ExportOptions = { workspace: string; email?: string; externalId?: string; out?: string };

export function addPersonCommands(program: Command, { answer }: CommandRunner): void {
  program
    .command('person')
    .description('export the data of a person')
    .command('export')
    .description('write everything that is stored about a person to a ZIP; prints {user_id, file}')
    .requiredOption('--workspace <slug>', 'the workspace that they belong to')
    .option('--email <e-mail>', 'their e-mail address')
    .option('--external-id <number>', 'or their external_id')
    .option('--out <file>', 'a new file; person-<id>.zip in this folder if none is given')
    .action((options: ExportOptions, command: Command) => {
      const { email, externalId } = options;
      const keys = parseOptions(Keys, {
        ...(email !== undefined && { email }),
        ...(externalId !== undefined && { external_id: externalId }),
      });
      return answer(command, async (session) => {
        const ctx = {
          ...(await getOperatorContextOfWorkspace(session, options.workspace)),
          storage: openStorage(session.config),
        };
        const person = await getPersonByKey(ctx, keys);
        const file = options.out ?? `person-${person.id}.zip`;
        await writeNew(file, async () => exportPerson(ctx, person.id));
        return {
          json: { user_id: person.id, file },
          text: `Wrote everything that is stored about ${person.full_name} to ${file}.`,
        };
      });
    });
}

/** Writes a file that doesn't exist yet, whole or not at all. */
async function writeNew(file: string, open: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await new Promise<void>((resolve, reject) => void out.once('open', () => resolve()).once('error', reject));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new AppError('invalid_request', `${file} exists already. Choose another file with --out.`);
    }
    throw error;
  }
  try {
    await pipeline(await open(), out);
  } catch (error) {
    out.destroy();
    await rm(file, { force: true });
    throw error;
  }
}
