import { Migration } from '@mikro-orm/migrations';

/** Who is told what, by which channel, what became of it, and why it was not sent (rules/notifications). */
export class Notifications extends Migration {
  override up(): void {
    this.addSql(SETTINGS);
    this.addSql(NOTIFICATIONS);
    this.addSql(TIMES);
  }
}

const SETTINGS = `
-- Rows only where somebody has switched: what is switched off stays off, whatever becomes of channels and defaults.
create table notification_switches (
  workspace_id uuid not null references workspaces,
  category text not null,
  channel text not null check (channel in ('email', 'chat')),
  enabled boolean not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, category, channel)
);

-- Times of the day in the workspace's time zone, as HH:MM.
create table notification_settings (
  workspace_id uuid primary key references workspaces,
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  digest_at text not null check (digest_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  updated_at timestamptz(3) not null,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);

create table chat_connections (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  kind text not null check (kind in ('slack', 'teams', 'google_chat', 'lark')),
  name text not null,
  -- Of the address, which is sealed.
  host text not null,
  sealed sealed_secret not null,
  key_id text not null,
  version integer not null,
  state text not null check (state in ('untested', 'working', 'failing')),
  last_error text,
  tested_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by_name text not null,
  primary key (workspace_id, id)
);
create unique index chat_connections_one on chat_connections (workspace_id);

create table notification_unsubscribes (
  workspace_id uuid not null,
  user_id uuid not null,
  category text not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id, category),
  foreign key (workspace_id, user_id) references users
);

-- Addresses that a server has refused for good.
create table mail_failures (
  workspace_id uuid not null,
  user_id uuid not null,
  email text not null,
  error text not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users
);
`;

const NOTIFICATIONS = `
create table notifications (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- Of the audit log. What is told of several has the range of their sequences instead.
  event_id uuid,
  first_sequence bigint,
  last_sequence bigint,
  category text not null,
  kind text not null,
  channel text not null check (channel in ('inbox', 'email', 'chat')),
  recipient_id uuid,
  because text not null,
  by_name text,
  subject_kind text not null,
  subject_id uuid,
  subject_name text not null,
  -- What tells apart several of the same subject: its section, the day of a digest, or since when.
  part text,
  round integer not null default 0,
  facts jsonb not null default '{}',
  state text not null check (state in ('pending', 'sending', 'sent', 'failed', 'suppressed')),
  reason text,
  -- What the other server answered.
  error text,
  attempts integer not null default 0,
  -- When it is taken: not before quiet hours end, for a digest, again, or where whoever has it is gone.
  due_at timestamptz(3),
  at timestamptz(3) not null,
  finished_at timestamptz(3),
  seen_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, recipient_id) references users,
  constraint notifications_chat_has_no_recipient check ((channel = 'chat') = (recipient_id is null)),
  constraint notifications_due check ((due_at is not null) = (state in ('pending', 'sending'))),
  constraint notifications_finished check ((finished_at is not null) = (state in ('sent', 'failed', 'suppressed'))),
  constraint notifications_reason check ((reason is not null) = (state in ('failed', 'suppressed'))),
  constraint notifications_seen check (seen_at is null or channel = 'inbox')
);
-- Nobody is told twice, however often a cause is looked at.
create unique index notifications_once on notifications
  (workspace_id, recipient_id, subject_id, kind, channel, round, part) nulls not distinct;
create index notifications_due on notifications (workspace_id, channel, due_at, id) where due_at is not null;
create index notifications_of_person on notifications (workspace_id, recipient_id, at desc, id desc);
create index notifications_unseen on notifications (workspace_id, recipient_id, at desc, id desc)
  where channel = 'inbox' and state = 'sent' and seen_at is null;
create index notifications_order on notifications (workspace_id, at desc, id desc);
create index notifications_of_event on notifications (workspace_id, event_id) where event_id is not null;
create index notifications_sent on notifications (workspace_id, channel, finished_at desc)
  where state in ('sent', 'failed') and channel <> 'inbox';
create index notifications_by_time on notifications using brin (at);
`;

const TIMES = `
-- The end of the quiet hours that a moment falls into, or the moment itself.
create function after_quiet_hours(moment timestamptz, zone text, quiet_from text, quiet_to text)
returns timestamptz language sql stable parallel safe return (
  select case
    when quiet_from is null or quiet_from = quiet_to then moment
    when quiet_from < quiet_to and hour >= quiet_from and hour < quiet_to then greatest(moment, (day + quiet_to::time) at time zone zone)
    when quiet_from > quiet_to and hour < quiet_to then greatest(moment, (day + quiet_to::time) at time zone zone)
    when quiet_from > quiet_to and hour >= quiet_from then (day + 1 + quiet_to::time) at time zone zone
    else moment end
  from (select (moment at time zone zone)::date as day, to_char(moment at time zone zone, 'HH24:MI') as hour) as local
);

-- The next time after a moment at which a clock of the zone shows that time.
create function next_local_time(moment timestamptz, zone text, clock text)
returns timestamptz language sql stable parallel safe return (
  select case when today > moment then today else (day + 1 + clock::time) at time zone zone end
  from (
    select day, (day + clock::time) at time zone zone as today
    from (select (moment at time zone zone)::date as day) as of
  ) as local
);
`;
