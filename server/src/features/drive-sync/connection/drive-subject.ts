import { DRIVE_KINDS, type DriveKind } from '@training/shared/drives/drives';

/** A connection as the audit log's subject. */
export const driveSubject = ({ id, kind, account }: { id: string; kind: DriveKind; account: string }) => ({
  kind: 'drive',
  id,
  name: `${DRIVE_KINDS[kind].label} of ${account}`,
});
