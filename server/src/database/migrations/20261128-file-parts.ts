import { Migration } from '@mikro-orm/migrations';

/**
 * Uploaded files are stored in parts, as they come in, and what a workspace stores can be counted. The bytes and the
 * input of a job go when it ends; the record of the upload stays for the day that it counts for.
 */
export class FileParts extends Migration {
  override up(): void {
    this.addSql(`
create table ai_file_parts (
  workspace_id uuid not null,
  file_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (workspace_id, file_id, n),
  foreign key (workspace_id, file_id) references ai_files on delete cascade
);
-- Most files are compressed by themselves.
alter table ai_file_parts alter column bytes set storage external;
insert into ai_file_parts (workspace_id, file_id, n, bytes) select workspace_id, id, 0, bytes from ai_files;

alter table ai_files
  -- While it is arriving: the most that it may have.
  add column size integer,
  add column state text not null default 'stored' check (state in ('arriving', 'stored', 'deleted'));
update ai_files set size = octet_length(bytes);
alter table ai_files alter column size set not null, alter column state drop default,
  alter column kind drop not null, alter column media_type drop not null, drop column bytes,
  add constraint ai_files_known check (state <> 'stored' or (kind is not null and media_type is not null));

alter table ai_jobs alter column input drop not null;
update ai_jobs set input = null where state in ('succeeded', 'failed', 'cancelled');
with unneeded as (
  update ai_files f set state = 'deleted' where exists (
    select from ai_jobs j where j.workspace_id = f.workspace_id and j.file_id = f.id
  ) and not exists (
    select from ai_jobs j where j.workspace_id = f.workspace_id and j.file_id = f.id
      and j.state in ('queued', 'running', 'parked')
  ) returning workspace_id, id
)
delete from ai_file_parts p using unneeded u where p.workspace_id = u.workspace_id and p.file_id = u.id;
`);
  }
}
