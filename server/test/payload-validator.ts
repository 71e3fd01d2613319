import { z } from 'zod';
import { documentValidator } from './document-validator.ts';

/**
 * Judges what is delivered to endpoints by the document’s `webhooks`: of the type that it says, and nothing of ours.
 * The function that it gives answers what is wrong: nothing when it is valid.
 */
export function payloadValidator(text: string): (payload: unknown) => string[] {
  const validate = documentValidator(text, 'webhooks');
  return (payload) => {
    const { type } = z.object({ type: z.string() }).parse(payload);
    // As it arrives: what is undefined is not there.
    const arrived: unknown = JSON.parse(JSON.stringify(payload));
    return validate([type, 'post', 'requestBody', 'content', 'application/json', 'schema'], arrived);
  };
}
