/**
 * Joins, in a sweep, the time zone of each workspace `w` as `z.zone`; leaves out the workspaces whose zone the database
 * lacks, so that one of them does not fail the others' statement.
 */
export const KNOWN_ZONE = `
join lateral (select case when is_time_zone(w.time_zone) then w.time_zone end as zone) z on z.zone is not null`;
