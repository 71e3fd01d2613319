import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import type { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';

const COLUMNS = [
  'certificate',
  'person',
  'email',
  'department',
  'course',
  'module',
  'revision',
  'cycle',
  'assigned_at',
  'due_on',
  'completed_at',
  'expires_on',
  'score',
  'attempts',
];

function completionRow({ person, module, revision, completion }: CompletionEvidenceDocument): string[] {
  const { enrollment_id, cycle, assigned_at, due_on, completed_at, expires_on, score, attempts } = completion;
  return [
    enrollment_id,
    person.full_name,
    person.email ?? '',
    person.department ?? '',
    module.course,
    revision?.title ?? module.title,
    String(revision?.number ?? ''),
    String(cycle),
    assigned_at,
    due_on ?? '',
    completed_at,
    expires_on ?? '',
    String(score ?? ''),
    String(attempts),
  ];
}

const APPROVAL_COLUMNS = ['module', 'revision', 'section', 'approved_by', 'approved_at', 'content_sha256'];

function approvalRows({ revision }: CompletionEvidenceDocument): string[][] {
  if (!revision) return [];
  return revision.approvals.map(({ section, by, at, content_hash }) => [
    revision.title,
    String(revision.number),
    section,
    by,
    at,
    content_hash,
  ]);
}

/** The tables of a pack, filled one completion after the other: they follow from the evidence, and can be checked. */
export class PackCsvTables {
  #completions: string[] = [CSV_BYTE_ORDER_MARK, toCsvRow(COLUMNS)];
  #approvals: string[] = [CSV_BYTE_ORDER_MARK, toCsvRow(APPROVAL_COLUMNS)];
  #revisions = new Set<string>();

  add(evidence: CompletionEvidenceDocument): void {
    this.#completions.push(toCsvRow(completionRow(evidence)));
    const { revision } = evidence;
    if (!revision || this.#revisions.has(revision.id)) return;
    this.#revisions.add(revision.id);
    this.#approvals.push(...approvalRows(evidence).map(toCsvRow));
  }

  /** Their content by their names. */
  files(): [name: string, text: string][] {
    return [
      ['completions.csv', this.#completions.join('')],
      ['approvals.csv', this.#approvals.join('')],
    ];
  }
}
