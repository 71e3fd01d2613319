/** What somebody of a tenant calls with; it goes to the processes that make the load. */
export interface Caller {
  /** The workspace's slug. */
  workspace: string;
  /** API token with every scope. */
  token: string;
  /** Cookies of signed-in people, by what they are. */
  cookies: { admin: string; manager: string; trainer: string; colleague: string };
}

export interface Target {
  /** Origins of the instances; each call goes to the next one. */
  bases: string[];
  tenant: Caller;
}
