create or replace function claim_webhook_deliveries(
  free integer, free_failing integer, most_of_workspace integer, lease interval, hangs_after interval
)
returns table (
  claimed_workspace_id uuid, claimed_endpoint_id uuid, claimed_event_id uuid, claimed_sequence bigint,
  claimed_lease_id uuid, claimed_attempt integer, claimed_failures integer, claimed_deferrals integer, claimed_regardless boolean, claimed_due_at timestamptz,
  endpoint_failing boolean, endpoint_url text, endpoint_secrets jsonb,
  event_type text, event_at text, event_data text
) language plpgsql as $$
declare
  moment timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_webhook_deliveries', 0));
  -- What was due at the commit that woke us is due, though its time was rounded up.
  moment := clock_timestamp() + interval '1 millisecond';
  return query
  -- From each endpoint that something waits for to the next: it costs the same however much waits.
  with recursive waiting as (
    (select d.workspace_id, d.endpoint_id from webhook_deliveries d where d.state in ('pending', 'retrying')
     order by d.workspace_id, d.endpoint_id limit 1)
    union all
    select next.workspace_id, next.endpoint_id from waiting w cross join lateral (
      select d.workspace_id, d.endpoint_id from webhook_deliveries d
      where d.state in ('pending', 'retrying') and (d.workspace_id, d.endpoint_id) > (w.workspace_id, w.endpoint_id)
      order by d.workspace_id, d.endpoint_id limit 1) next
  ), on_its_way as materialized (
    select d.workspace_id, d.endpoint_id, count(*)::integer as deliveries,
      bool_or(d.leased_until < moment + lease - hangs_after) as hang
    from webhook_deliveries d
    where d.state = 'sending' and d.leased_until >= moment group by d.workspace_id, d.endpoint_id
  ), of_workspace as (
    select o.workspace_id, sum(o.deliveries) as deliveries from on_its_way o group by o.workspace_id
  ), endpoint as (
    select w.workspace_id, w.endpoint_id, e.failing_since is not null as failing,
      e.state = 'on' and coalesce(e.paused_until <= moment, true) as takes,
      greatest(case when e.failing_since is null and o.hang is not true then 4 else 1 end - coalesce(o.deliveries, 0), 0) as room
    from waiting w
    join webhook_endpoints e on e.workspace_id = w.workspace_id and e.id = w.endpoint_id and e.state <> 'removed'
    left join on_its_way o on o.workspace_id = w.workspace_id and o.endpoint_id = w.endpoint_id
    where w.workspace_id not in (select m.workspace_id from workspace_moves m where m.is_resting)
  ), due as (
    select e.workspace_id, e.endpoint_id, e.failing, d.event_id, d.due_at,
      row_number() over (partition by e.workspace_id, e.endpoint_id order by d.due_at, d.sequence) as place
    from endpoint e cross join lateral (
      (select i.event_id, i.due_at, i.sequence from webhook_deliveries i
       where i.workspace_id = e.workspace_id and i.endpoint_id = e.endpoint_id
         and i.state in ('pending', 'retrying') and i.due_at <= moment
       order by i.due_at, i.sequence limit case when e.takes then e.room else 0 end)
      union all
      (select i.event_id, i.due_at, i.sequence from webhook_deliveries i
       where i.workspace_id = e.workspace_id and i.endpoint_id = e.endpoint_id
         and i.state in ('pending', 'retrying') and i.regardless and i.due_at <= moment
       order by i.due_at, i.sequence limit case when e.takes then 0 else e.room end)
    ) d
  ), in_turn as (
    select d.*, coalesce(o.deliveries, 0)
      + row_number() over (partition by d.workspace_id order by d.place, d.due_at, d.endpoint_id) as turn
    from due d left join of_workspace o on o.workspace_id = d.workspace_id
  ), of_kind as (
    select t.*, row_number() over (partition by t.failing order by t.turn, t.due_at) as nth from in_turn t
  ), chosen as (
    select k.* from of_kind k where k.turn <= most_of_workspace and (not k.failing or k.nth <= free_failing)
    order by k.turn, k.due_at limit free
  ), held as (
    select d.workspace_id, d.endpoint_id, d.event_id, c.failing
    from chosen c join webhook_deliveries d
      on d.workspace_id = c.workspace_id and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id
    where d.state in ('pending', 'retrying') for update of d skip locked
  ), claimed as (
    update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1, leased_until = moment + lease,
      lease_id = gen_random_uuid()
    from held h
    where d.workspace_id = h.workspace_id and d.endpoint_id = h.endpoint_id and d.event_id = h.event_id
    returning d.*, h.failing
  )
  select c.workspace_id, c.endpoint_id, c.event_id, c.sequence, c.lease_id, c.attempts, c.failures, c.deferrals, c.regardless, c.due_at,
    c.failing, e.url, (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', s.id, 'version', s.version, 'keyId', s.key_id, 'sealed', encode(s.sealed, 'base64')
        ) order by s.version desc), '[]')
      from webhook_secrets s
      where s.workspace_id = c.workspace_id and s.endpoint_id = c.endpoint_id
        and (s.expires_at is null or s.expires_at > moment)),
    o.type, to_iso(o.at), o.data::text
  from claimed c
  join webhook_endpoints e on e.workspace_id = c.workspace_id and e.id = c.endpoint_id
  join outgoing_events o on o.workspace_id = c.workspace_id and o.id = c.event_id
  order by c.due_at, c.sequence;
end $$;
