import { CommanderError } from 'commander';
import { ConfigError } from '../core/config.ts';
import { DataFolderInUseError } from '../database/embedded/data-folder-lock.ts';
import { AppError } from '../core/errors.ts';
import { UnreadableSecretsError } from '../features/secrets/stored-secret.ts';
import { KeyringError } from '../platform/encryption/keyring-file.ts';
import { databaseUnavailabilityOf } from '../database/database-unavailable.ts';

/** What went wrong and what to do, on one line; `code` is stable and meant for programs. */
type CommandFailure = { code: string; detail: string };

export function toCommandFailure(error: unknown): CommandFailure {
  if (error instanceof AppError) return { code: error.code, detail: oneLine(detailOf(error)) };
  if (error instanceof CommanderError) {
    return { code: 'usage', detail: oneLine(`${error.message.replace(/^error: |\.$/g, '')}; see --help`) };
  }
  if (error instanceof ConfigError) return { code: 'settings', detail: oneLine(error.message) };
  if (error instanceof DataFolderInUseError) return { code: 'data_folder_in_use', detail: oneLine(error.message) };
  if (error instanceof KeyringError) return { code: 'keyring', detail: oneLine(error.message) };
  if (error instanceof UnreadableSecretsError) return { code: 'unreadable_keys', detail: oneLine(error.message) };
  const unavailable = databaseUnavailabilityOf(error);
  if (unavailable) {
    const { summary, remedy } = unavailable;
    return { code: 'unavailable', detail: oneLine(`${summary} (${messageOf(error)}); ${remedy}.`) };
  }
  return { code: 'internal_error', detail: oneLine(messageOf(error)) };
}

/** Returns the error's details. Request fields are named as command options. */
function detailOf(error: AppError): string {
  if (!error.fields?.length) return error.message;
  const lines = error.fields.map(({ path, message }) => `${optionOf(path)}: ${message}`);
  return [...new Set(lines)].join('; ');
}

function optionOf(path: string): string {
  const [field = ''] = path.split('.');
  return `--${field.replace(/_id$/, '').replaceAll('_', '-')}`;
}

function messageOf(error: unknown): string {
  // A host with several addresses fails with an empty message and one error per address.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

// The lookbehind prevents quadratic time on long runs of whitespace.
const oneLine = (text: string) => text.trim().replace(/(?<!\s)\s*\n\s*/g, '; ');
