import { z } from 'zod';
import { defineStatement, JsonRow, type Runner } from '../../../database/statements/statement.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { SUGGESTION_ANSWER } from './suggestion-answer.ts';
import { supersede } from './supersede.ts';
import { SuggestionStatus } from '@training/shared/statuses';

const KNOWN = JsonRow.extend({
  id: z.string(),
  title: z.string(),
  status: SuggestionStatus,
  /** Ids of pending suggestions with another text of the page, if this is now the page's text. */
  others: z.array(z.string()).nullable(),
});

const KNOWN_TEXT = defineStatement({
  name: 'known-text',
  scope: 'tenant',
  unprepared: true,
  row: KNOWN,
  sql: `
select id, title, status, ${SUGGESTION_ANSWER},
  (select array_agg(other.id::text) from suggestions other
   where other.workspace_id = :workspaceId and other.document = :document and other.status = 'pending'
     and other.department_id is not distinct from :departmentId and other.id <> known.id
     and (known.status = 'superseded' or (known.document = :document
       and known.department_id is not distinct from :departmentId))) as others
from suggestions known
where workspace_id = :workspaceId and text_hash = :textHash and source_key = :sourceKey`,
});

const WAIT_AGAIN = defineStatement({
  name: 'wait-again',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
update suggestions set status = 'pending', superseded_at = null, superseded_by = null,
  document = :document, source_url = :sourceUrl, department_id = :departmentId,
  drive_file_id = coalesce(:driveFileId::uuid, drive_file_id), scan = coalesce(:scan::jsonb, scan)
where workspace_id = :workspaceId and id = :id
returning ${SUGGESTION_ANSWER}`,
});

type Pushed = {
  workspaceId: string;
  textHash: Buffer;
  sourceKey: string;
  sourceName: string;
  sourceUrl: string | null;
  document: string | null;
  departmentId: string | null;
  driveFileId: string | null;
  scan: string | null;
};

/**
 * Handles a text that already exists from the same source (rules/suggestions 4 and 6), and returns its current state.
 * If it was superseded, the page has returned to this text: it becomes pending again, with the details of this push.
 * Whatever its status, other pending texts of the page in the same department are now outdated. Superseded suggestions
 * change only while the locks of `CLAIM_TURNS` are held.
 */
export async function resubmitSuggestion(on: Runner, ctx: Cause, pushed: Pushed) {
  const { workspaceId, textHash, sourceKey, sourceName, sourceUrl, document, departmentId, driveFileId, scan } = pushed;
  const known = await KNOWN_TEXT.one(on, { workspaceId, textHash, sourceKey, document, departmentId });
  let { json, status } = known;
  if (known.status === 'superseded') {
    const { id, title } = known;
    const now = { document, sourceUrl, departmentId, driveFileId, scan };
    ({ json } = await WAIT_AGAIN.one(on, { workspaceId, id, ...now }));
    status = 'pending';
    const origin = { source_name: sourceName, source_url: sourceUrl, department_id: departmentId };
    await recordEvent(on, ctx, {
      action: 'suggestion.returned',
      subject: { kind: 'suggestion', id, name: title },
      changes: { source_name: sourceName },
      outgoing: { suggestion_id: id, title, ...origin },
    });
  }
  if (known.others) await supersede(on, ctx, known.others, known.id);
  return { id: known.id, status, json };
}
