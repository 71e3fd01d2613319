// Written by scripts/message-types.ts.
import type drives from '../../messages/en/drives.json';
import type frame from '../../messages/en/frame.json';
import type tokens from '../../messages/en/tokens.json';

/** A tag in a message, such as `<link>…</link>`. */
export interface Tag {
  readonly isTag: true;
}

/** The catalogues by feature. */
export interface Catalogues {
  'drives': typeof drives;
  'frame': typeof frame;
  'tokens': typeof tokens;
}

/** The values of the messages that have any. */
export interface MessageValues {
  'drives.pickFoldersOf': { drive: string };
  'drives.reconnectDrive': { drive: string };
  'drives.connectDriveAgain': { drive: string };
  'drives.disconnectDrive': { drive: string };
  'drives.wasDisconnected': { drive: string };
  'drives.disconnectQuestion': { drive: string };
  'drives.keptOnDisconnect': { b: Tag };
  'drives.deletedOnDisconnect': { b: Tag };
  'drives.consentStays': { provider: string };
  'drives.scanDriveNow': { drive: string };
  'drives.scanningSince': { at: Tag; progress: string };
  'drives.scanningSinceBy': { at: Tag; by: string; progress: string };
  'drives.documentsAre': { state: 'failed' | 'skipped' | (string & {}); count: number };
  'drives.folderCount': { count: number };
  'drives.connectedBy': { at: Tag; by: string };
  'drives.forDepartment': { department: string };
  'drives.scannedFor': { at: Tag; cause: 'first' | 'manual' | 'night' | 'cursor_refused' | 'reconnected' | 'folders' | (string & {}) };
  'drives.scannedBy': { at: Tag; by: string };
  'drives.scanEnded': { state: 'failed' | 'stopped' | (string & {}) };
  'drives.scanEndedFor': { state: 'failed' | 'stopped' | (string & {}); reason: string };
  'drives.seen': { progress: string };
  'drives.noLongerReadSince': { at: Tag };
  'drives.refusedAccess': { provider: string };
  'drives.isntResponding': { provider: string };
  'drives.limitsRequests': { provider: string };
  'drives.withCustomApp': { drive: string };
  'drives.createCustomApp': { provider: string };
  'drives.otherwiseConnection': { provider: string };
  'drives.cantReachServer': { provider: string };
  'drives.copyRequestUrl': { provider: string };
  'drives.withServiceAccount': { drive: string };
  'drives.createServiceAccount': { guide: Tag };
  'drives.documentsIn': { drive: string };
  'drives.opensNewTab': { name: string };
  'drives.readWith': { folder: string };
  'drives.foldersIn': { folder: string };
  'drives.openFolder': { folder: string };
  'drives.foldersOf': { drive: string };
  'drives.foldersWillBeRead': { count: number };
  'drives.foldersPicked': { count: number };
  'drives.atMostPicked': { most: number };
  'drives.departmentOf': { folder: string };
  'drives.removeFolder': { folder: string };
  'drives.push.channel': { provider: string };
  'drives.push.longConnection': { provider: string };
  'drives.push.webhook': { provider: string };
  'drives.noFilesSeen': { folders: number };
  'drives.filesSeen': { files: number; folders: number; changed: number };
  'drives.filesIn.discovered': { count: number };
  'drives.filesIn.fetching': { count: number };
  'drives.filesIn.scanning': { count: number };
  'drives.filesIn.suggested': { count: number };
  'drives.filesIn.not_relevant': { count: number };
  'drives.filesIn.unchanged': { count: number };
  'drives.filesIn.waiting_for_key': { count: number };
  'drives.filesIn.failed': { count: number };
  'drives.filesIn.skipped': { count: number };
  'drives.filesIn.unreadable': { count: number };
  'drives.filesIn.out_of_scope': { count: number };
  'drives.filesIn.trashed': { count: number };
  'drives.filesIn.gone': { count: number };
  'tokens.description': { reference: Tag };
  'tokens.showRevoked': { count: number };
  'tokens.wasRevoked': { name: string };
  'tokens.revokeQuestion': { name: string };
  'tokens.lastUsedAt': { at: string };
  'tokens.lastUsedBy': { at: string; operation: string; ip: string };
  'tokens.lastUseRefused': { at: string; operation: string; ip: string; status: string };
  'tokens.replaceName': { name: string };
  'tokens.createdName': { name: string };
  'tokens.createsAnother': { name: string };
  'tokens.newName': { name: string };
  'tokens.revokeOnceUsed': { name: string };
  'tokens.replaceOf': { name: string };
  'tokens.revokeOf': { name: string };
  'tokens.revokedAt': { at: Tag };
  'tokens.revokedBy': { at: Tag; by: string };
  'tokens.createdBy': { by: string };
  'tokens.usedFrom': { operation: string; ip: string };
  'tokens.usedRefused': { operation: string; ip: string; status: string };
  'tokens.firstCall': { b: Tag; operation: string; at: Tag };
  'tokens.firstCallRefused': { b: Tag; operation: string; status: string; at: Tag };
}
