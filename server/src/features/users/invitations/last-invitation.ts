/** The last way in that the row `p` of a person was given, as JSON; null where there is none. */
export const LAST_INVITATION = `select json_build_object('kind', i.kind, 'state', i.state, 'error', i.error,
      'at', wire_time(i.at), 'by_name', i.by_name)
    from invitations i where i.workspace_id = :workspaceId and i.user_id = p.id order by i.at desc, i.id desc limit 1` as const;
