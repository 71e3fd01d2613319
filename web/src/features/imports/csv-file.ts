import { z } from 'zod';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** The encodings of CSV files. Excel on Windows saves “CSV” in the one of the system's language. */
export const CsvEncoding = z.enum(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'utf-16le', 'utf-16be']);
export type CsvEncoding = z.infer<typeof CsvEncoding>;

export const encodingNameOf = (encoding: CsvEncoding): string => t(`encoding.${encoding}`);

/** The maximum number of rows and bytes per file. Larger systems use the API. */
export const MAX_ROWS_PER_CSV_FILE = 5_000;
export const MAX_BYTES_PER_CSV_FILE = 2 * 1024 * 1024;

/** A file as it was read, to show and to return its rows. */
export interface CsvFile {
  encoding: CsvEncoding;
  recognised: CsvEncoding;
  header: readonly string[];
  /** The cells by row number. */
  lines: ReadonlyMap<number, readonly string[]>;
  /** Up to three names, those with letters beyond ASCII first: they show a wrong encoding. */
  names: readonly string[];
}
