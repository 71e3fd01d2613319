import { type ImportedPerson, MOST_AT_ONCE, type PersonOutcome } from '@training/shared/users/people';
import { useState } from 'react';
import { type Problem, problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import type { PeopleFile, ReadRow } from './read-people.ts';

/** The stage of an import. */
export type Stage =
  | { at: 'choosing'; problem?: string }
  | { at: 'rehearsing' | 'sending'; done: number; of: number }
  | ({ at: 'rehearsed'; outcomes: PersonOutcome[] } & ReadFile)
  | { at: 'stopped'; problem: Problem; outcomes: PersonOutcome[]; goOn: () => void }
  | ({ at: 'sent'; outcomes: PersonOutcome[]; invitations: PersonOutcome[]; refused: PersonOutcome[] } & ReadFile);

/** A file whose rows were read. */
interface ReadFile {
  rows: ReadRow[];
  ignored: string[];
  file: PeopleFile;
}

/** Returns the outcome of an invalid row. */
function refusedRow(row: ReadRow): PersonOutcome[] {
  if ('person' in row) return [];
  const refused = { code: 'invalid_request' as const, detail: `Row ${row.row}: ${row.refused}` };
  return [{ user_id: null, email: row.email || `Row ${row.row}`, full_name: '', result: null, changes: {}, refused }];
}

const isChange = ({ result, refused }: PersonOutcome) => refused === null && result !== 'unchanged';

/** Previews and imports a file in batches. An interrupted import can be resumed. */
export function useImport() {
  const utils = trpc.useUtils();
  const importing = trpc.users.import.useMutation();
  const changing = trpc.users.changeSeveral.useMutation();
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });

  async function send(people: ImportedPerson[], preview: boolean, told: PersonOutcome[]): Promise<PersonOutcome[]> {
    for (let done = told.length; done < people.length; done = told.length) {
      setStage({ at: preview ? 'rehearsing' : 'sending', done, of: people.length });
      const part = people.slice(done, done + MOST_AT_ONCE);
      const { outcomes } = await importing.mutateAsync({ people: part, preview });
      // Retries people that the server had no time for, unless it processed none at all.
      const late = outcomes.findIndex(({ refused }) => refused?.code === 'busy');
      told.push(...outcomes.slice(0, late > 0 ? late : undefined));
    }
    return told;
  }

  async function rehearse(read: ReadFile): Promise<void> {
    const { rows } = read;
    const people = rows.flatMap((row) => ('person' in row ? [row.person] : []));
    try {
      const outcomes = [...(await send(people, true, [])), ...rows.flatMap(refusedRow)];
      setStage({ at: 'rehearsed', ...read, outcomes });
    } catch (error) {
      setStage({ at: 'choosing', problem: problemOf(error).detail });
    }
  }

  async function apply(read: ReadFile, rehearsed: readonly PersonOutcome[], invites: boolean): Promise<void> {
    const { rows, ignored, file } = read;
    const wanted = new Set(rehearsed.filter(isChange).map(({ email }) => email));
    const people = rows.flatMap((row) => ('person' in row && wanted.has(row.person.email) ? [row.person] : []));
    const told: PersonOutcome[] = [];
    const invitations: PersonOutcome[] = [];
    let invited = 0;
    const goOn = async () => {
      try {
        await send(people, false, told);
        const created = told.flatMap(({ result, user_id }) => (result === 'created' && user_id ? [user_id] : []));
        for (; invites && invited < created.length; invited += MOST_AT_ONCE) {
          const user_ids = created.slice(invited, invited + MOST_AT_ONCE);
          const { outcomes } = await changing.mutateAsync({ user_ids, change: { kind: 'invite' } });
          invitations.push(...outcomes);
        }
        const refused = [...rehearsed, ...told].filter((outcome) => outcome.refused !== null);
        setStage({ at: 'sent', outcomes: told, invitations, refused, rows, ignored, file });
      } catch (error) {
        setStage({ at: 'stopped', problem: problemOf(error), outcomes: [...told], goOn: () => void goOn() });
      }
      void utils.users.invalidate();
      void utils.departments.invalidate();
    };
    await goOn();
  }

  return { stage, setStage, rehearse, apply };
}
