import {
  type PersonToImport,
  type ImportPeople,
  MAX_PEOPLE_PER_CHANGE,
  type PersonChangeOutcome,
} from '@training/shared/users/people';
import { sortManagersFirst } from '@training/shared/users/managers-first';
import { useState } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import type { CsvFile } from '../imports/csv-file.ts';
import { importRowsInBatches } from '../imports/import-in-parts.ts';
import { personRowKeyOf } from './outcome-list.tsx';
import type { PersonImportRow } from './parse-people-file.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** The stage of an import. */
export type PeopleImportStage =
  | { at: 'choosing'; problem?: string }
  | { at: 'rehearsing' | 'sending'; done: number; of: number }
  | ({ at: 'rehearsed'; outcomes: PersonChangeOutcome[] } & ReadFile)
  | { at: 'stopped'; problem: DisplayableProblem; done: number; goOn: () => void }
  | ({
      at: 'sent';
      outcomes: PersonChangeOutcome[];
      invitations: PersonChangeOutcome[];
      refused: PersonChangeOutcome[];
    } & ReadFile);

/** A file whose rows were read. */
interface ReadFile {
  rows: PersonImportRow[];
  ignored: string[];
  key: ImportPeople['key'];
  file: CsvFile;
}

/** Returns the outcome of an invalid row. */
function refusedRow(row: PersonImportRow): PersonChangeOutcome[] {
  if ('person' in row) return [];
  const refused = { code: 'invalid_request' as const, detail: t('rowRefused', { row: row.row, refused: row.refused }) };
  return [
    {
      user_id: null,
      email: row.email || t('row', { row: row.row }),
      external_id: null,
      full_name: '',
      result: null,
      changes: {},
      refused,
    },
  ];
}

function withoutManager(person: PersonToImport): PersonToImport {
  const { manager: _, ...others } = person;
  return others;
}

/** Returns people who were refused for a manager who is new in the same file. */
function peopleUnderNew(people: readonly PersonToImport[], told: readonly PersonChangeOutcome[]): PersonToImport[] {
  const refused = new Set(told.filter((each) => each.refused?.code === 'manager_not_found').map(personRowKeyOf));
  const created = told.filter(({ result }) => result === 'created');
  const emails = new Set(created.map(({ email }) => email));
  const numbers = new Set(created.map(({ external_id }) => external_id));
  const isNew = ({ manager }: PersonToImport) =>
    manager !== undefined && (emails.has(manager.email ?? '') || numbers.has(manager.external_id ?? ''));
  return people.filter((person) => refused.has(personRowKeyOf(person)) && isNew(person));
}

const isChange = ({ result, refused }: PersonChangeOutcome) => refused === null && result !== 'unchanged';

/** Previews and imports a file in batches. An interrupted import can be resumed. */
export function usePeopleImport() {
  const own = useWorkspaceSession().session.email;
  const utils = trpc.useUtils();
  const importing = trpc.users.import.useMutation();
  const changing = trpc.users.changeSeveral.useMutation();
  const [stage, setStage] = useState<PeopleImportStage>({ at: 'choosing' });

  /** Moves people from `waiting` to their outcomes in `told`. */
  async function send(
    waiting: PersonToImport[],
    how: Pick<ImportPeople, 'key' | 'preview'>,
    told: PersonChangeOutcome[],
  ): Promise<void> {
    const of = told.length + waiting.length;
    await importRowsInBatches(waiting, told, async (people) => {
      setStage({ at: how.preview ? 'rehearsing' : 'sending', done: told.length, of });
      return (await importing.mutateAsync({ people, ...how })).outcomes;
    });
  }

  async function rehearse(read: ReadFile): Promise<void> {
    const { rows, key } = read;
    const told: PersonChangeOutcome[] = [];
    try {
      const people = peopleOf(rows);
      await send([...people], { key, preview: true }, told);
      await rehearseUnderNew(people, key, told);
      setStage({ ...read, at: 'rehearsed', outcomes: [...told, ...rows.flatMap(refusedRow)] });
    } catch (error) {
      setStage({ at: 'choosing', problem: toDisplayableProblem(error).detail });
    }
  }

  /**
   * Rehearses again, without their manager, people whose manager another call of the same file will create: a rehearsal
   * writes nothing that the next call could find.
   */
  async function rehearseUnderNew(
    people: readonly PersonToImport[],
    key: ImportPeople['key'],
    told: PersonChangeOutcome[],
  ): Promise<void> {
    for (;;) {
      const again = peopleUnderNew(people, told);
      if (again.length === 0) return;
      const more: PersonChangeOutcome[] = [];
      await send(again.map(withoutManager), { key, preview: true }, more);
      const byKeys = new Map(more.map((outcome) => [personRowKeyOf(outcome), outcome]));
      const merged = told.map((outcome) => {
        const then = byKeys.get(personRowKeyOf(outcome)) ?? outcome;
        return then !== outcome && then.result === 'unchanged' ? { ...then, result: 'updated' as const } : then;
      });
      told.splice(0, told.length, ...merged);
    }
  }

  /**
   * Returns the people of valid rows: managers before their reports, and last the caller, whose change may take away
   * their permission.
   */
  function peopleOf(rows: readonly PersonImportRow[]): PersonToImport[] {
    const people = sortManagersFirst(rows.flatMap((row) => ('person' in row ? [row.person] : [])));
    const isOwn = ({ email }: PersonToImport) => email === own;
    return [...people.filter((person) => !isOwn(person)), ...people.filter(isOwn)];
  }

  async function apply(read: ReadFile, rehearsed: readonly PersonChangeOutcome[], invites: boolean): Promise<void> {
    const { rows, key } = read;
    const wanted = new Set(rehearsed.filter(isChange).map(personRowKeyOf));
    const waiting = peopleOf(rows).filter((person) => wanted.has(personRowKeyOf(person)));
    const told: PersonChangeOutcome[] = [];
    const invitations: PersonChangeOutcome[] = [];
    let invited = 0;
    const goOn = async () => {
      try {
        await send(waiting, { key, preview: false }, told);
        const created = told.flatMap(({ result, user_id, email }) =>
          result === 'created' && user_id && email !== null ? [user_id] : [],
        );
        for (; invites && invited < created.length; invited += MAX_PEOPLE_PER_CHANGE) {
          const user_ids = created.slice(invited, invited + MAX_PEOPLE_PER_CHANGE);
          const { outcomes } = await changing.mutateAsync({ user_ids, change: { kind: 'invite' } });
          invitations.push(...outcomes);
        }
        const refused = [...rehearsed, ...told].filter((outcome) => outcome.refused !== null);
        setStage({ ...read, at: 'sent', outcomes: told, invitations, refused });
      } catch (error) {
        setStage({ at: 'stopped', problem: toDisplayableProblem(error), done: told.length, goOn: () => void goOn() });
      }
      void utils.users.invalidate();
      void utils.departments.invalidate();
    };
    await goOn();
  }

  return { stage, setStage, rehearse, apply };
}
