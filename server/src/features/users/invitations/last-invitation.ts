/** SQL for the last invitation of the person in row `p`, as JSON; null if there is none. */
export const LAST_INVITATION = `select json_build_object('kind', i.kind, 'state', i.state, 'error', i.error,
      'at', to_iso(i.at), 'by_name', i.by_name)
    from invitations i where i.workspace_id = :workspaceId and i.user_id = p.id order by i.at desc, i.id desc limit 1` as const;
