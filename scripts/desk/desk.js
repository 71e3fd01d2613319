// Shows received messages, and polls for new ones every half second.
const $ = (id) => document.getElementById(id);

const SIGNATURES = { right: 'signature right', wrong: 'SIGNATURE WRONG', unknown: 'signature not checked' };

let known;

/** Updates a list and keeps opened entries open. */
function show(where, items, { key, summary, content }) {
  const before = new Map([...$(where).children].map((each) => [each.dataset.key, each]));
  const shown = items.map((item) => {
    const details = before.get(key(item)) ?? made(item, key, content);
    details.firstChild.textContent = summary(item);
    return details;
  });
  $(where).replaceChildren(...shown);
}

function made(item, key, content) {
  const details = document.createElement('details');
  details.dataset.key = key(item);
  details.append(document.createElement('summary'), ...content(item));
  return details;
}

function text(lines) {
  const pre = document.createElement('pre');
  pre.textContent = lines;
  return pre;
}

function page(html) {
  const frame = document.createElement('iframe');
  // Links open in a new tab; nothing else in it may run.
  frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  frame.srcdoc = `<base target="_blank">${html}`;
  return frame;
}

function link(url) {
  const a = document.createElement('a');
  Object.assign(a, { href: url, target: '_blank', textContent: url });
  return a;
}

const time = (at) => new Date(at).toLocaleTimeString();

async function look() {
  const response = await fetch(`state?known=${known}`);
  if (response.status !== 200) return;
  const state = await response.json();
  known = state.version;
  if ($('answer').length === 0) {
    for (const each of state.answers) $('answer').add(new Option(each, each));
  }
  $('answer').value = state.answer;
  show('events', state.events, {
    key: ({ id }) => id,
    summary: ({ type, sequence, signature, times }) =>
      `${sequence ?? '–'}  ${type}  ·  ${SIGNATURES[signature]}${times > 1 ? `  ·  came ${times} times` : ''}`,
    content: ({ id, body }) => [text(`webhook-id: ${id}\n${JSON.stringify(JSON.parse(body), undefined, 2)}`)],
  });
  show('mails', state.mails, {
    key: ({ at, to }) => `${at} ${to}`,
    summary: ({ at, to, subject }) => `${time(at)}  ${subject}  ·  ${to}`,
    content: ({ html, text: plain }) => [page(html), text(plain)],
  });
  show('messages', state.messages, {
    key: ({ at, kind }) => `${at} ${kind}`,
    summary: ({ at, kind, lines }) => `${time(at)}  ${kind}: ${lines[0]}`,
    content: ({ lines, links }) => [text(lines.join('\n')), ...links.map(link)],
  });
}

async function choose(chosen) {
  const response = await fetch('choose', { method: 'POST', body: JSON.stringify(chosen) });
  if (!response.ok) alert(await response.text());
}

$('receiver').textContent = new URL('events', location).href;
$('answer').addEventListener('change', ({ target }) => choose({ answer: target.value }));
$('secret').addEventListener('submit', (event) => {
  event.preventDefault();
  void choose({ secret: new FormData(event.target).get('secret') });
  event.target.reset();
});
setInterval(() => look().catch(() => undefined), 500);
