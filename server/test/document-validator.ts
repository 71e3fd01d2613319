import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const ID = 'openapi.json';

/**
 * Judges values by schemas of the OpenAPI document: of its own components and nothing of ours. The function that it
 * gives answers what is wrong with a value by the schema at that place below `paths`, or `webhooks`: nothing when it is
 * valid.
 */
export function documentValidator(
  text: string,
  below: 'paths' | 'webhooks' = 'paths',
): (place: string[], value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: ID, ...JSON.parse(text) });
  return (place, value) => {
    const pointer = [below, ...place].map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const schema = ajv.getSchema(`${ID}#/${pointer.map(encodeURIComponent).join('/')}`);
    if (!schema) return [`The document has no schema at ${place.join(' ')}`];
    if (schema(value) === true) return [];
    return (schema.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
