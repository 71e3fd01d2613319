import { Migration } from '@mikro-orm/migrations';

/** A proposal keeps who had it generated: they do not review what is made of it (rules/review 16). */
export class ProposalAuthors extends Migration {
  override up(): void {
    this.addSql(`
alter table section_proposals
  add column created_by uuid,
  add foreign key (workspace_id, created_by) references users;
-- Of those that are there: who started the job for the section that ended nearest to it.
update section_proposals p set created_by = (
  select j.created_by from ai_jobs j
  where j.workspace_id = p.workspace_id and j.destination_kind = 'module' and j.destination_id = p.module_id
    and j.started_at <= p.created_at
    and j.feature = case p.section when 'flashcards' then 'card_generation' else 'quiz_generation' end
  order by abs(extract(epoch from coalesce(j.finished_at, p.created_at) - p.created_at)), j.id limit 1);
`);
  }
}
