import type { Command } from 'commander';
import type { z } from 'zod';
import type { Config } from '../core/config.ts';
import { createSystemContextFields, type Context, type Workspace } from '../core/context.ts';
import type { Database } from '../database/database.ts';
import { openAndMigrateDatabase } from '../app/open-database.ts';
import { getWorkspaceBySlug } from '../features/workspaces/find-workspace.ts';
import { invalidRequestError } from '../core/errors.ts';

/** What a command has to say: one JSON object for programs, a line or more for people; whether its exit code is 1. */
export type CommandResult = { json: object; text: string; failed?: boolean };

export type CommandSession = {
  db: Database;
  url: string;
  config: Config;
  migrated: number;
  progress: (line: string) => void;
};

/** Settings and output of a command: those of the process, or of a caller within the same process. */
export type CommandEnvironment = { config: () => Config; out: (text: string) => void; err: (text: string) => void };

export type CommandRunner = {
  config: () => Config;
  /** Prints an answer as it was asked for. */
  say: (command: Command, answer: CommandResult) => void;
  /**
   * Opens the database for the moment, runs `work` on it and prints the answer; whatever it throws, nothing is printed.
   */
  answer: (command: Command, work: (session: CommandSession) => Promise<CommandResult>) => Promise<void>;
};

/** @param fail Makes the exit code 1. */
export function createCommandRunner({ config: read, out, err }: CommandEnvironment, fail: () => void): CommandRunner {
  function say(command: Command, { json, text, failed }: CommandResult): void {
    const asJson = command.optsWithGlobals<{ json?: true }>().json;
    out(`${asJson ? JSON.stringify(json) : text}\n`);
    if (failed) fail();
  }

  async function answer(command: Command, work: (session: CommandSession) => Promise<CommandResult>): Promise<void> {
    const config = read();
    const progress = (line: string) => err(`${line}\n`);
    const opened = await openAndMigrateDatabase(config, { join: true, onProgress: progress });
    try {
      const said = await work({ db: opened.db, url: opened.url, config, migrated: opened.migrated, progress });
      // Printed before the database is closed: secrets that are shown only once must not be lost if closing fails.
      say(command, said);
    } finally {
      await opened.close();
    }
  }

  return { config: read, say, answer };
}

/** Note for an assumed address: a command knows its own settings, but not where the server runs. */
export const ASSUMED_ADDRESS_NOTE =
  '\nThis address is assumed from PORT and HOST. If the console is elsewhere, set PUBLIC_URL to its address.';

/** Returns the context for actions of the operator, before the workspace is known. */
export function createInstallationOperatorContext({ db }: Pick<CommandSession, 'db'>): Omit<Context, 'workspace'> {
  return { db, reach: 'workspace', ...createSystemContextFields('Operator') };
}

/** @throws AppError `workspace_not_found` */
export async function getOperatorContextOfWorkspace(
  session: Pick<CommandSession, 'db'>,
  slug: string,
): Promise<Context> {
  const workspace: Workspace = await getWorkspaceBySlug(session.db, slug);
  return { ...createInstallationOperatorContext(session), workspace };
}

/**
 * Parses a command's options with the server's schema.
 * @throws AppError `invalid_request` whose fields name the options
 */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (!parsed.success) throw invalidRequestError(parsed.error);
  return parsed.data;
}
