import { defineEntity, p } from '@mikro-orm/core';

/** A spoken answer; its bytes are deleted some time after the last grade (rules/grading 9). */
export const RecordingEntity = defineEntity({
  name: 'Recording',
  tableName: 'recordings',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    createdAt: p.datetime(3),
    state: p.text().$type<'arriving' | 'stored' | 'deleted'>(),
    /** In bytes. */
    size: p.integer().default(0),
    mediaType: p.text().nullable(),
    /** SHA-256 of the bytes, in hex. */
    hash: p.text().nullable(),
  },
});

/** The bytes of a recording, in order. */
export const RecordingPartEntity = defineEntity({
  name: 'RecordingPart',
  tableName: 'recording_parts',
  properties: {
    workspaceId: p.uuid().primary(),
    recordingId: p.uuid().primary(),
    n: p.integer().primary(),
    /** Bytes that aren't in storage yet; null once they are (decision 109). */
    bytes: p.blob().nullable(),
    /** Bytes in storage, as a number; null if they are in the column. */
    size: p.integer().nullable(),
    /** Time from which the object is removed from storage; null as long as it is needed. */
    removeAt: p.datetime(6).nullable(),
  },
});
