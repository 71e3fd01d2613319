import { z } from 'zod';
import type { EventContext } from '../../events/record-event.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { lockDriveFileUpdates } from './lock-drive-file-updates.ts';
import { recheckQuotesOfGoneFiles } from './recheck-quotes-of-gone-files.ts';
import { recomputeTreePlacement } from './recompute-placement.ts';
import { FILE_HAS_MODULES, FILE_STATES_IN_PROCESS_SQL } from './scope-sql.ts';

const LOSE = defineStatement({
  name: 'mark-drive-items-missing',
  scope: 'tenant',
  row: z.strictObject({ lost: z.int(), folders: z.array(z.string()), left: z.array(z.uuid()) }),
  sql: `
with asked_for as materialized (
  select id, provider_id, is_folder, state from drive_files
  where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = any(:ids::text[])
    and state <> :state::text
  order by provider_id for no key update
), lost as (
  update drive_files f set state = :state::text, state_at = :now::timestamptz, reason = null, due_at = null,
    gathering_since = null,
    text_hash = case when f.state in ${FILE_STATES_IN_PROCESS_SQL} then null else f.text_hash end
  from asked_for a where f.workspace_id = :workspaceId and f.id = a.id
)
select (select count(*)::int from asked_for) as lost,
  coalesce((select json_agg(provider_id order by provider_id) from asked_for where is_folder), '[]') as folders,
  coalesce((select json_agg(made.id) from asked_for made where not made.is_folder
    and made.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and ${FILE_HAS_MODULES}), '[]') as left`,
});

/**
 * Marks items as deleted or unreadable, after they were requested one by one (rules/drives 6). Everything inside a
 * deleted folder is out of scope until it is found again.
 */
export async function markRequestedItemsMissing(
  on: StatementRunner,
  ctx: Pick<EventContext, 'workspace' | 'now'>,
  connection: { id: string },
  ids: readonly string[],
  state: 'gone' | 'unreadable',
): Promise<void> {
  if (ids.length === 0) return;
  const { workspace, now } = ctx;
  const drive = { workspaceId: workspace.id, connectionId: connection.id };
  await lockDriveFileUpdates(on, workspace.id, connection.id);
  const { lost, folders, left } = await LOSE.one(on, { ...drive, ids, state, now });
  if (state === 'gone') await recheckQuotesOfGoneFiles(on, { workspaceId: workspace.id, now }, left);
  // `detectionMethodOfCrawl` has no effect here, because no file comes back when folders go.
  if (folders.length > 0) await recomputeTreePlacement(on, { ...drive, foundBy: 'manual', now }, folders);
  if (lost > 0) await publishTopics(on, drivesLiveTopicOf(workspace.id));
}
