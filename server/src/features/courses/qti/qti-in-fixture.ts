import { strToU8, zipSync } from 'fflate';

/** An item of QTI 2.1 as other programs write it. */
export const item = (body: string, declared = '', more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Title" adaptive="false" timeDependent="false">
  ${declared}<itemBody>${body}</itemBody>${more}
</assessmentItem>`;

export const declaration = (cardinality: string, type: string, values: string[], mapping = '') =>
  `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="${type}"><correctResponse>${values
    .map((value) => `<value>${value}</value>`)
    .join('')}</correctResponse>${mapping}</responseDeclaration>`;

export const packed = (...items: string[]) =>
  zipSync(Object.fromEntries(items.map((xml, n) => [`items/${String(n).padStart(3, '0')}.xml`, strToU8(xml)])));
