/**
 * Joins the time zone of each workspace `w` as `z.zone`, in a sweep. Leaves out workspaces whose zone PostgreSQL
 * doesn't know, so that one of them doesn't fail the statement for all.
 */
export const KNOWN_ZONE = `
join lateral (select case when is_time_zone(w.time_zone) then w.time_zone end as zone) z on z.zone is not null`;
