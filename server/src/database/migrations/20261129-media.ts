import { Migration } from '@mikro-orm/migrations';

/** Stores which pictures, sounds and films a workspace has, and of which objects in storage they consist. */
export class Media extends Migration {
  override up(): void {
    this.addSql(`create table media (
      workspace_id uuid not null,
      digest text not null,
      kind text not null check (kind in ('picture', 'sound', 'film', 'captions')),
      media_type text not null,
      size integer not null,
      created_at timestamp(3) with time zone not null,
      primary key (workspace_id, digest),
      foreign key (workspace_id) references workspaces (id)
    )`);
    this.addSql(`create table media_pieces (
      workspace_id uuid not null,
      id uuid not null,
      created_by uuid not null,
      created_at timestamp(3) with time zone not null,
      state text not null check (state in ('arriving', 'stored')),
      size integer not null,
      digest text,
      n integer,
      primary key (workspace_id, id),
      foreign key (workspace_id, created_by) references users (workspace_id, id),
      foreign key (workspace_id, digest) references media (workspace_id, digest),
      check ((digest is null) = (n is null)),
      check (digest is null or state = 'stored')
    )`);
    this.addSql(`create unique index media_pieces_of_media on media_pieces (workspace_id, digest, n)
      where digest is not null`);
    this.addSql('create index media_pieces_unused on media_pieces (workspace_id, created_at) where digest is null');
  }
}
