import { GOOGLE_CALLBACK } from '@training/shared/drives/connect-drive';
import { DriveCard, type DriveList } from '@training/shared/drives/drive-cards';
import { DRIVE_REASONS, fileReason } from '@training/shared/drives/drives';
import { z } from 'zod';
import { ownDepartment, type DriveContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { DRIVE_CARDS } from './drive-cards-sql.ts';
import { mayUseOperatorsApp } from './connect-drive.ts';

const Card = DriveCard.omit({ advice: true, cannot_read: true }).extend({
  cannot_read: z.array(DriveCard.shape.cannot_read.element.omit({ advice: true })),
});
type Card = z.infer<typeof Card>;

/** Trainers only see drives that have folders of their department. */
const LIST = defineStatement({
  name: 'list-drives',
  scope: 'tenant',
  // The cached plan for few files would read them one by one.
  unprepared: true,
  row: z.strictObject({ drive: Card }),
  sql: `
${DRIVE_CARDS} and (:departmentId::uuid is null or folders.n > 0)
order by d.state = 'disconnected', d.connected_at, d.id`,
});

/** The drives of a workspace, limited to what the caller may see (rules/drives 9). */
export async function listDrives(ctx: DriveContext): Promise<DriveList> {
  const { db, workspace, reach, now, drives } = ctx;
  const rows = await LIST.all(db.pool, { workspaceId: workspace.id, departmentId: ownDepartment(ctx), now });
  const cards = rows.map(({ drive }) => inWords(drive));
  const { google } = drives.settings;
  return {
    drives: reach === 'status' ? cards.map(statusOf) : cards,
    offers:
      reach === 'workspace'
        ? {
            google_consent: google.client !== undefined,
            redirect_uri: `${drives.origin()}${GOOGLE_CALLBACK}`,
            operators_app: await mayUseOperatorsApp(ctx),
            public_url: drives.settings.publicUrl ?? null,
          }
        : null,
  };
}

function inWords(card: Card): DriveCard {
  return {
    ...card,
    advice: card.reason && DRIVE_REASONS[card.reason],
    cannot_read: card.cannot_read.map((each) => ({ ...each, advice: each.reason && fileReason(each.reason) })),
  };
}

/** The card without the account, the folders, and names of users. */
function statusOf(card: DriveCard): DriveCard {
  const crawl = (of: DriveCard['scan']) => of && { ...of, requested_by: null };
  return {
    ...card,
    account: null,
    connected_by: null,
    folders: null,
    scan: crawl(card.scan),
    last_scan: crawl(card.last_scan),
  };
}
