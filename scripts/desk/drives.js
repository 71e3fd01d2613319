// Shows the documents of the demo's drives for editing, and polls for changes every half second.
const forms = new Map();
let known;

function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function change(what) {
  const response = await fetch('change', { method: 'POST', body: JSON.stringify(what) });
  if (!response.ok) alert(await response.text());
  return response.ok;
}

function formFor({ drive, id, name }) {
  const key = `${drive} ${id}`;
  const text = element('textarea', { ariaLabel: `Text of ${name}`, spellcheck: false });
  const said = element('output');
  const trash = element('button', { type: 'button' });
  const form = element('form', {}, [
    element('h3', { textContent: name }),
    text,
    element('button', { textContent: 'Save', ariaLabel: `Save ${name}` }),
    ' ',
    trash,
    said,
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await change({ drive, id, text: text.value })) said.textContent = `Saved at ${new Date().toLocaleTimeString()}`;
  });
  trash.addEventListener('click', () => change({ drive, id, trashed: trash.dataset.trashed !== 'true' }));
  const shown = { form, text, trash, name, saved: undefined };
  forms.set(key, shown);
  return shown;
}

function show(drive, { id, name, text, trashed }) {
  const shown = forms.get(`${drive} ${id}`) ?? formFor({ drive, id, name });
  // Keeps unsaved edits.
  if (shown.saved !== text) shown.text.value = text;
  shown.saved = text;
  shown.text.disabled = trashed;
  shown.trash.dataset.trashed = trashed;
  shown.trash.textContent = trashed ? 'Restore' : 'Move to trash';
  shown.trash.ariaLabel = `${shown.trash.textContent}: ${name}`;
  return shown.form;
}

async function look() {
  const response = await fetch(`state?known=${known}`);
  if (response.status !== 200) return;
  const { version, drives } = await response.json();
  known = version;
  for (const { drive, name, folder, documents } of drives) {
    const section =
      document.getElementById(`drive-${drive}`) ??
      element('section', { id: `drive-${drive}` }, [
        element('h2', { textContent: name }),
        element('p', { textContent: `In the folder “${folder}”:` }),
      ]);
    for (const each of documents) {
      const form = show(drive, each);
      if (!form.isConnected) section.append(form);
    }
    if (!section.isConnected) document.getElementById('drives').append(section);
  }
}

setInterval(() => look().catch(() => undefined), 500);
