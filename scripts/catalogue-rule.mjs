// A rule for oxlint: what people read comes from the catalogues in shared/messages, so that it can be translated.

/** Attributes whose text is read by people or by screen readers. */
const READ =
  /^(?:label|title|placeholder|description|aria-(?:label|description|roledescription|valuetext)|alt|what|summary|error|help)$|(?:Label|Title|Text)$/;
/** Attributes whose text is technical. */
const TECHNICAL =
  /^(?:class|className|style|href|rel|target|src|to|id|key|type|role|size|variant|color|c|d|fill|viewBox|component|topic|anchor|autoComplete|inputMode|accept)$|^(?:data|aria)-/;
const SENTENCE = /^[“"(…]?\p{Lu}\p{Ll}|\p{Ll}[’,;:]? \p{Ll}/u;
const LETTERS = /\p{L}{2}/u;

/** Calls whose texts are for programs, or for the documentation of APIs. */
const FOR_PROGRAMS =
  /^(?:t|names|describe|meta|nodes|parts|translatorOf|Error|SyntaxError|TypeError|RegExp|URL|has|get|set|startsWith|endsWith|includes|split|join|replace|replaceAll|test|getItem|setItem|removeItem|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|setAttribute|matchMedia|useContractForm|useStoredForm\w+)$/;

const calleeOf = ({ callee }) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name) ?? '';

/** Returns true if the text is a key, a type, or an argument or operand that only programs read. */
function isForPrograms(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'Property':
      return (
        parent.key === node ||
        /^(?:query|mutation)Key$/.test(parent.key.name) ||
        (parent.parent.parent.type === 'CallExpression' && calleeOf(parent.parent.parent) === 'meta')
      );
    case 'BinaryExpression':
      return /^[!=]==?$|^in$/.test(parent.operator) || (parent.operator === '+' && isForPrograms(parent));
    case 'CallExpression':
    case 'NewExpression':
      return FOR_PROGRAMS.test(calleeOf(parent));
    case 'ConditionalExpression':
      return parent.test !== node && isForPrograms(parent);
    case 'ArrayExpression':
      return isForPrograms(parent);
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'TSImportType':
    case 'SwitchCase':
    case 'TaggedTemplateExpression':
      return true;
    case 'MemberExpression':
      return parent.property === node;
    default:
      return false;
  }
}

/** Returns true if the text is shown where it stands: the content of an element, or a branch of one. */
function isContent(node) {
  const { parent } = node;
  if (parent?.type === 'JSXExpressionContainer') return /^JSX(?:Element|Fragment)$/.test(parent.parent.type);
  const isBranch = parent?.type === 'ConditionalExpression' && parent.test !== node;
  return (isBranch || parent?.type === 'LogicalExpression') && isContent(parent);
}

function attributeOf(node) {
  for (let each = node.parent; each; each = each.parent) {
    if (each.type === 'JSXAttribute') return String(each.name.name?.name ?? each.name.name);
    if (/Function|JSXElement|JSXFragment/.test(each.type)) return undefined;
  }
  return undefined;
}

const rule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    if (/\.test\.tsx?$/.test(context.filename)) return {};
    const refuse = (node) =>
      context.report({ node, message: 'Put the text into shared/messages/en, and use translatorOf(…).' });
    const check = (node, text) => {
      if (!LETTERS.test(text) || isForPrograms(node)) return;
      const attribute = attributeOf(node);
      if (attribute !== undefined && TECHNICAL.test(attribute) && !READ.test(attribute)) return;
      if (
        SENTENCE.test(text) ||
        (node.type === 'Literal' && isContent(node)) ||
        (attribute !== undefined && READ.test(attribute))
      )
        refuse(node);
    };
    return {
      JSXText: (node) => LETTERS.test(node.value) && refuse(node),
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.cooked ?? '').join(' ')),
    };
  },
};

export default { meta: { name: 'catalogues' }, rules: { 'no-text': rule } };
