import type { Column } from './data-table.tsx';
import { TwoLines } from './two-lines.tsx';

interface NamedPerson {
  full_name: string;
  email: string;
  department: string | null;
}

/** Columns that identify a row's person. */
export const PERSON_COLUMNS: Column<NamedPerson>[] = [
  {
    key: 'person',
    header: 'Person',
    cell: ({ full_name, email }) => <TwoLines below={email}>{full_name}</TwoLines>,
  },
  { key: 'department', header: 'Department', cell: ({ department }) => department ?? '–' },
];
