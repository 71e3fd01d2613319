import type { AttestedCompletionEffect, PastCompletionInput } from '@training/shared/attested/attested';
import { useState } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { type Refusal, refusalInWords } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import type { CsvFile } from '../imports/csv-file.ts';
import { importRowsInBatches } from '../imports/import-in-parts.ts';
import type { PastTrainingRow } from './parse-past-training-file.ts';

/** What became of a row, or would. */
export interface RowOutcome {
  row: number;
  email: string;
  /** Module, day and source, as in the file. */
  told: string[];
  result: AttestedCompletionEffect | null;
  refused: Refusal | null;
}

/** A file whose rows were read. */
interface ReadFile {
  rows: PastTrainingRow[];
  ignored: string[];
  file: CsvFile;
}

/** The stage of an import. */
export type PastTrainingImportStage =
  | { at: 'choosing'; problem?: string }
  | { at: 'rehearsing' | 'sending'; done: number; of: number }
  | ({ at: 'rehearsed'; outcomes: RowOutcome[] } & ReadFile)
  | { at: 'stopped'; problem: DisplayableProblem; done: number; goOn: () => void }
  | ({ at: 'sent'; outcomes: RowOutcome[]; refused: RowOutcome[] } & ReadFile);

/** Refusals of a document, which concern its row alone. */
const OF_DOCUMENT = new Set(['unsupported_file', 'file_too_large']);

interface Sending {
  row: number;
  /** Names its document once that is uploaded. */
  completion: PastCompletionInput;
  document: string | undefined;
  /** Why its document is refused. */
  refused?: Refusal;
}

/** Chosen documents by name. */
export type DocumentsByName = ReadonlyMap<string, File>;

export const isRefusedRow = ({ refused }: RowOutcome) => refused !== null;
export const isNewCompletion = ({ result }: RowOutcome) => result === 'counted' || result === 'history';

/** Returns why rows are refused, by row. */
export const collectPastTrainingRefusalsByRow = (outcomes: readonly RowOutcome[]) =>
  new Map(outcomes.flatMap(({ row, refused }) => (refused ? [[row, refusalInWords(refused)] as const] : [])));

/** Previews and imports a file in batches. An interrupted import can be resumed. */
export function usePastTrainingImport() {
  const utils = trpc.useUtils();
  const entering = trpc.attested.enter.useMutation();
  const uploading = trpc.attested.upload.useMutation();
  const [stage, setStage] = useState<PastTrainingImportStage>({ at: 'choosing' });

  /** Uploads the document of a row, once: it is for its entry alone. */
  async function uploadDocument(sent: Sending, documents: DocumentsByName): Promise<void> {
    const { document = '', completion } = sent;
    const file = documents.get(document);
    if (!file || completion.file_id !== undefined || sent.refused) return;
    try {
      sent.completion = { ...completion, file_id: (await uploading.mutateAsync(file)).id };
    } catch (error) {
      const { code, detail } = toDisplayableProblem(error);
      if (!OF_DOCUMENT.has(code)) throw error;
      sent.refused = { code: 'row', detail: `${document}: ${detail}` };
    }
  }

  /** Moves rows from `waiting` to their outcomes in `told`. @param documents None in a preview. */
  async function send(waiting: Sending[], told: RowOutcome[], documents?: DocumentsByName): Promise<void> {
    const preview = documents === undefined;
    const of = told.length + waiting.length;
    await importRowsInBatches(waiting, told, async (part) => {
      setStage({ at: preview ? 'rehearsing' : 'sending', done: told.length, of });
      if (documents) for (const each of part) await uploadDocument(each, documents);
      const completions = part.flatMap(({ completion, refused }) => (refused ? [] : [completion]));
      const { results } =
        completions.length > 0 ? await entering.mutateAsync({ completions, preview }) : { results: [] };
      const answers = results.values();
      return part.map(({ row, completion, refused }): RowOutcome => {
        const { email, external_id, module, completed_on, source } = completion;
        const outcome = {
          row,
          email: email ?? external_id ?? '',
          told: [module, completed_on, source],
          result: null,
          refused: refused ?? null,
        };
        if (refused) return outcome;
        const answer = answers.next().value;
        if (answer && 'result' in answer) return { ...outcome, result: answer.result };
        const { code = 'busy', detail = '', errors } = answer?.problem ?? {};
        return { ...outcome, refused: { code, detail, ...(errors && { errors }) } };
      });
    });
  }

  async function rehearse(read: ReadFile): Promise<void> {
    const told: RowOutcome[] = [];
    try {
      await send(mutationState(read.rows), told);
      setStage({ at: 'rehearsed', ...read, outcomes: [...told, ...read.rows.flatMap(unreadable)] });
    } catch (error) {
      setStage({ at: 'choosing', problem: toDisplayableProblem(error).detail });
    }
  }

  async function apply(
    { rows, ignored, file }: ReadFile,
    rehearsed: readonly RowOutcome[],
    documents: DocumentsByName,
  ) {
    const wanted = new Set(rehearsed.filter(isNewCompletion).map(({ row }) => row));
    const waiting = mutationState(rows).flatMap((each) => (wanted.has(each.row) ? [{ ...each }] : []));
    const told: RowOutcome[] = [];
    const goOn = async () => {
      try {
        await send(waiting, told, documents);
        const refused = [...rehearsed, ...told].filter(isRefusedRow);
        setStage({ at: 'sent', outcomes: told, refused, rows, ignored, file });
      } catch (error) {
        setStage({ at: 'stopped', problem: toDisplayableProblem(error), done: told.length, goOn: () => void goOn() });
      }
      void utils.attested.invalidate();
      void utils.users.training.invalidate();
      void utils.analytics.invalidate();
    };
    await goOn();
  }

  return { stage, setStage, rehearse, apply };
}

const mutationState = (rows: readonly PastTrainingRow[]): Sending[] =>
  rows.flatMap((row) => ('completion' in row ? [row] : []));

/** Returns the names of the documents of new rows, each once. */
export function listNeededDocumentNames({
  rows,
  outcomes,
}: Extract<PastTrainingImportStage, { at: 'rehearsed' }>): string[] {
  const wanted = new Set(outcomes.filter(isNewCompletion).map(({ row }) => row));
  const named = mutationState(rows).flatMap(({ row, document }) => (document && wanted.has(row) ? [document] : []));
  return [...new Set(named)];
}

/** Returns the outcome of an invalid row. */
function unreadable(read: PastTrainingRow): RowOutcome[] {
  if ('completion' in read) return [];
  const { row, email, refused } = read;
  return [{ row, email, told: [], result: null, refused: { code: 'row', detail: refused } }];
}
