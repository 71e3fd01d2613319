import { Migration } from '@mikro-orm/migrations';

/** What a workspace is charged for calls with pooled keys, by month, in whole nano-dollars. */
export class AiBudgets extends Migration {
  override up(): void {
    this.addSql(`
create table ai_budget_months (
  workspace_id uuid not null references workspaces,
  -- The first day of a month of UTC.
  month date not null check (extract(day from month) = 1),
  -- What was spent, and what is reserved for the calls under way.
  charged bigint not null check (charged >= 0),
  primary key (workspace_id, month)
);

-- A call under way, charged with the most that it may cost. Past its time it stays charged: whoever made it has died.
create table ai_reservations (
  workspace_id uuid not null,
  id uuid not null,
  month date not null,
  amount bigint not null check (amount >= 0),
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, month) references ai_budget_months (workspace_id, month)
);
create index ai_reservations_month on ai_reservations (workspace_id, month);
create index ai_reservations_expiry on ai_reservations (expires_at);

-- What has been called already counts.
insert into ai_budget_months (workspace_id, month, charged)
select workspace_id, date_trunc('month', day)::date, ceil(sum(cost_usd) * 1000000000)::bigint
from ai_call_days where not own group by 1, 2;
`);
  }
}
