import { z } from 'zod';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** The encodings of CSV files. Excel on Windows saves “CSV” in the one of the system's language. */
export const Encoding = z.enum(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'utf-16le', 'utf-16be']);
export type Encoding = z.infer<typeof Encoding>;

export const encodingName = (encoding: Encoding): string => t(`encoding.${encoding}`);

/** The maximum number of rows and bytes per file. Larger systems use the API. */
export const MOST_ROWS = 5_000;
export const MOST_BYTES = 2 * 1024 * 1024;

/** A file as it was read, to show and to return its rows. */
export interface CsvFile {
  encoding: Encoding;
  recognised: Encoding;
  header: readonly string[];
  /** The cells by row number. */
  lines: ReadonlyMap<number, readonly string[]>;
  /** Up to three names, those with letters beyond ASCII first: they show a wrong encoding. */
  names: readonly string[];
}
