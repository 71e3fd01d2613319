/** What the audit log calls an endpoint: never by its whole address, which can hold a password of the receiver's. */
export function webhookSubject({ id, description, url }: { id: string; description: string; url: string }) {
  return { kind: 'webhook', id, name: description || new URL(url).host };
}
