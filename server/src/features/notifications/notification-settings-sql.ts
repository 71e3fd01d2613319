import { SwitchableCategory, SWITCHABLE_CHANNEL_DEFAULTS } from '@training/shared/notifications/notifications';
import { DEFAULT_DIGEST_TIME } from '@training/shared/notifications/notification-settings';

const words = (all: readonly string[]) => all.map((each) => `'${each}'`).join(', ');
const onByDefault = Object.entries(SWITCHABLE_CHANNEL_DEFAULTS).flatMap(([channel, isOn]) => (isOn ? [channel] : []));

/**
 * Preceding queries of a statement: `settings`, a row with the workspace's time zone and times; `chat`, a row with the
 * state of its channel, or none if no test message ever arrived. A time zone that the database lacks counts as UTC, so
 * that events are still numbered and sent.
 */
export const WORKSPACE_NOTIFICATION_SETTINGS_CTES = `
settings as materialized (
  select case when is_time_zone(w.time_zone) then w.time_zone else 'UTC' end as time_zone, s.quiet_from, s.quiet_to, coalesce(s.digest_at, '${DEFAULT_DIGEST_TIME}') as digest_at
  from workspaces w left join notification_settings s on s.workspace_id = :workspaceId where w.id = :workspaceId
), chat as materialized (
  select state from chat_connections where workspace_id = :workspaceId and state <> 'untested'
)` as const;

/** SQL condition that a category is switched off for a channel (rules/notifications 2). Never true without a switch. */
export function isNotificationCategorySwitchedOffSql<const Category extends string, const Channel extends string>(
  category: Category,
  channel: Channel,
) {
  return `(${category} in (${words(SwitchableCategory.options)}) and ${channel} <> 'inbox' and not coalesce(
    (select x.enabled from notification_switches x
     where x.workspace_id = :workspaceId and x.category = ${category} and x.channel = ${channel}),
    ${channel} in (${words(onByDefault)})))` as const;
}
