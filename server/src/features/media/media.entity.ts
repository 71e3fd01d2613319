import { defineEntity, p } from '@mikro-orm/core';
import type { MediaKind } from '@training/shared/courses/media';

/** A picture, sound, film or captions of a workspace, by the SHA-256 of its bytes. */
export const MediaEntity = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    workspaceId: p.uuid().primary(),
    digest: p.text().primary(),
    kind: p.text().$type<MediaKind>(),
    mediaType: p.text(),
    /** Length in bytes. */
    size: p.integer(),
    createdAt: p.datetime(3),
  },
});

/** A piece of a file, an object in storage; without a digest, it belongs to no media yet. */
export const MediaPieceEntity = defineEntity({
  name: 'MediaPiece',
  tableName: 'media_pieces',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Null for other systems. */
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    state: p.text().$type<'arriving' | 'stored'>(),
    /** Length in bytes; the maximum while it arrives. */
    size: p.integer(),
    digest: p.text().nullable(),
    /** Place in the file, from 0. */
    n: p.integer().nullable(),
  },
});
