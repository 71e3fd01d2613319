import { Migration } from '@mikro-orm/migrations';

/**
 * From which confidence on a model's grade counts at once is set, or follows from what people said of its grades
 * (rules/grading 11).
 */
export class GradingTrust extends Migration {
  override up(): void {
    this.addSql(`
alter table workspaces
  add column grading_trust text not null default 'trainers' check (grading_trust in ('trainers', 'figure', 'nobody')),
  add column grading_figure numeric(3, 2) check (grading_figure between 0.7 and 1),
  add constraint workspaces_grading_figure check ((grading_trust = 'figure') = (grading_figure is not null));

-- What of a model's grade was compared with the threshold: the lower of its confidence and that of the speech. Null
-- where a trainer decides however sure it is, and of people's.
alter table grades add column compared numeric(5, 4) check (compared between 0.7 and 1);
alter table grades disable trigger grades_are_kept;
-- Of what was proposed until now, nothing would have counted by any threshold.
update grades g set compared = least(g.confidence, case when s.corrected is null then s.speech_confidence::numeric end)
from spoken_answers s
where s.workspace_id = g.workspace_id and s.answer_id = g.answer_id and g.kind = 'model' and g.counts
  and g.prompt is not null
  and least(g.confidence, case when s.corrected is null then s.speech_confidence::numeric end) >= 0.7;
alter table grades enable trigger grades_are_kept;
create index grades_of_models on grades (workspace_id, provider, model, prompt, at desc)
  include (answer_id, number, counts, compared, score) where compared is not null;
`);
  }
}
