import { expect, test } from 'vitest';
import { connect, freshDatabaseUrl } from '../database.ts';
import { columnsOf, storedColumns, whyTooLate } from './release-columns.ts';

// rules/operation 14
test('the oldest release that may work on this schema still reads and writes all its columns', async () => {
  const client = await connect(await freshDatabaseUrl());
  const { rows } = await client.query<{ oldest: string }>('select oldest from schema_release');
  const oldest = rows[0]!.oldest;
  const reasons = whyTooLate(storedColumns(oldest), await columnsOf(client));
  expect(
    reasons,
    `raise OLDEST_RELEASE above ${oldest}, or keep what that release uses (docs/operate/upgrade.md)`,
  ).toEqual([]);
});

test('what an older release would miss is found, and what only adds is not', async () => {
  const client = await connect(await freshDatabaseUrl());
  const before = await columnsOf(client);
  await client.query(`
    alter table users add column badge text, add column level integer not null default 0;
    create table badges (id uuid primary key);
    alter table departments alter column name set default 'new';
    alter table review_comments set schema directory;
    create view review_comments as select * from directory.review_comments`);
  expect(whyTooLate(before, await columnsOf(client))).toEqual([]);
  await client.query(`
    alter table users drop column language;
    alter table users rename column full_name to name;
    alter table courses alter column emoji type varchar(9);
    alter table courses alter column title drop not null;
    alter table departments add column code text not null;
    alter table rate_windows rename to rates`);
  expect(whyTooLate(before, await columnsOf(client))).toEqual([
    'public.courses.emoji was text required and is character varying(9) required',
    'public.courses.title was text required and is text nullable',
    ...['kind', 'starts_at', 'taken', 'token_id', 'workspace_id'].map((name) => `public.rate_windows.${name} is gone`),
    'public.users.full_name is gone',
    'public.users.language is gone',
    'public.departments.code is new and required',
    'public.users.name is new and required',
  ]);
});
