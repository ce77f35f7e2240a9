// Keeps what was typed in this tab, so that reload, back and a crash of the browser lose nothing.
const fields = ["source", "explanation"];

export function keepDraft(form) {
  const key = `draft:${form.dataset.kata}`;
  const read = (name) => document.getElementById(name);

  const save = () => {
    const draft = { path: location.pathname };
    for (const name of fields) draft[name] = read(name).value;
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Storage may be full or forbidden: then there is no draft, and nothing else changes.
    }
  };

  const draft = load(key);
  if (draft && draft.path === location.pathname) {
    for (const name of fields) if (typeof draft[name] === "string") read(name).value = draft[name];
  }
  for (const name of fields) read(name).addEventListener("input", save);
  // A submission gives the page a new address; the draft moves with it.
  document.addEventListener("htmx:after:history:push", save);
}

function load(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}
