/** Where identity providers reach the server. */
export const SCIM_PREFIX = '/scim/v2';
