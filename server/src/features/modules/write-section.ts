import type { SavedSection } from '@training/shared/authoring';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import type { Runner } from '../../database/statement.ts';
import { publishing } from '../../platform/live.ts';
import { AUDIT_COLUMNS, AUDIT_ROW, auditValues } from '../audit/record.ts';
import { moduleTopic } from './module-topic.ts';

export type SectionItems = readonly (Flashcard | Question)[];

/** New content of a section whose module is locked and which takes edits. */
export type SectionEdit = {
  moduleId: string;
  /** What people call the module, for the audit log. */
  title: string;
  /** The working copy that whoever edits has then contributed to. */
  cycle: number;
  section: SectionKind;
  /** The version that is there. */
  version: number;
  /** How many items are there. */
  before: number;
  items: SectionItems;
};

/** The conditions are checked by then; that they stand here again keeps a mistake there from changing what is locked. */
export const WRITE_SECTION = {
  name: 'write-section',
  text: `
with written as (
  update sections set items = $16::jsonb, version = version + 1, updated_at = $3
  where workspace_id = $1 and module_id = $9 and kind = $14 and version = $15 and state in ('editable', 'queried')
    and items <> $16::jsonb
  returning state, version, content_hash, updated_at
), contributed as (
  insert into module_contributors (workspace_id, module_id, cycle, user_id)
  select $1::uuid, $9::uuid, $17::integer, $18::uuid from written where $18::uuid is not null
  on conflict do nothing
), logged as (insert into ${AUDIT_COLUMNS} select ${AUDIT_ROW} from written)
select $9::uuid as module_id, $14 as section, state, version, content_hash, wire_time(updated_at) as saved_at,
  ${publishing('$19')}::text as told
from written`,
};

type Written = SavedSection & { told: string };

/**
 * Writes the content, who contributed, the audit row and the notice in one statement; undefined where the content is what
 * is there already: nothing is written then.
 */
export async function writeSection(on: Runner, ctx: Context, edit: SectionEdit): Promise<SavedSection | undefined> {
  const { moduleId, title, cycle, section, version, before, items } = edit;
  // Not when the request came: another edit may have held the module since.
  const audit = auditValues(
    { ...ctx, now: new Date() },
    {
      action: 'module.section_edited',
      subject: { kind: 'module', id: moduleId, name: title },
      changes: { section, version: [version, version + 1], items: [before, items.length] },
    },
  );
  const [written] = await execute<Written>(on, WRITE_SECTION, [
    ...audit,
    section,
    version,
    JSON.stringify(items),
    cycle,
    ctx.actor.kind === 'user' ? ctx.actor.id : null,
    moduleTopic(ctx.workspace.id, moduleId),
  ]);
  if (!written) return undefined;
  const { told: _, ...saved } = written;
  return saved;
}
