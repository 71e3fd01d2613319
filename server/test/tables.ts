/** Tables without a workspace's rows: the workspaces themselves, who signs in, and the installation's own. */
export const GLOBAL_TABLES = [
  'auth_accounts',
  'auth_sessions',
  'auth_verifications',
  'encryption_keys',
  'identities',
  'migrations',
  'server_secrets',
  'workspaces',
];
