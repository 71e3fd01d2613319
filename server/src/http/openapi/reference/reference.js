// Renders the operations. Makes no requests to other origins: no validator badge, no stored token.
const place = document.querySelector('#reference');

// The guide above already contains what these two components would show.
const withoutHeading = () => ({
  wrapComponents: { InfoContainer: () => () => null, ServersContainer: () => () => null },
});

globalThis.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  domNode: place,
  plugins: [withoutHeading],
  tryItOutEnabled: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});

// Accessibility: Swagger UI leaves some controls without a name and some scrollable boxes unreachable by keyboard.
const names = [
  ['tr[data-param-name] :is(select, input, textarea)', (control) => control.closest('tr').dataset.paramName],
  ['.examples-select-element', () => 'Example'],
  ['.body-param__text', () => 'Request body'],
  ['.content-type', () => 'Media type'],
  ['.close-modal', () => 'Close'],
  ['.modal-ux', () => 'Paste a token'],
  ['.auth-btn-wrapper .authorize', (button) => button.textContent],
  ['table.responses-table', (table) => `Answers of ${table.closest('.opblock').id.split('-').at(-1)}`],
];

function mend() {
  for (const [selector, nameOf] of names) {
    for (const element of place.querySelectorAll(selector)) {
      const name = nameOf(element);
      if (element.getAttribute('aria-label') !== name) element.setAttribute('aria-label', name);
    }
  }
  for (const box of place.querySelectorAll(':is(.microlight, .body-param__example, .model-box):not([tabindex])')) {
    box.setAttribute('tabindex', '0');
  }
  place.querySelector('.modal-ux')?.setAttribute('role', 'dialog');
  // The headings under "Webhooks" and the schemas would skip a level; those of operations have a tag's heading in
  // between.
  for (const heading of place.querySelectorAll(':is(.webhooks, .models) h4:not([aria-level])')) {
    heading.setAttribute('aria-level', '3');
  }
}

new MutationObserver(mend).observe(place, { childList: true, subtree: true });
