import { Migration } from '@mikro-orm/migrations';

/** What an answer is recorded by without reading a whole revision: how much there is, and how much has been seen. */
export class Studying extends Migration {
  override up(): void {
    this.addSql(`
-- What a learner sees of a card or question: where it comes from is not shown to them.
create function item_hash(item jsonb) returns text language sql immutable strict parallel safe
return content_hash(item - 'source');

alter table module_revisions
  add column cards integer not null generated always as (jsonb_array_length(flashcards)) stored,
  add column questions integer not null generated always as (jsonb_array_length(quiz)) stored;

-- Of the revision that is studied; seen_cards also has those of earlier revisions.
alter table enrollments add column cards_seen integer not null default 0 check (cards_seen >= 0);
`);
  }
}
