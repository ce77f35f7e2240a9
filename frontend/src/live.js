// Follows a submission that waits: shows its progress and puts the report in place when it is judged.
const results = document.querySelector("#results");
const announcement = document.querySelector("#announcement");
const patienceMs = 2000;
let source = null;

export function followResults() {
  if (!results) return;
  new MutationObserver(look).observe(results, { childList: true });
  document.addEventListener("htmx:error", () =>
    announce("The server cannot be reached. What you typed is still here; try again in a moment.", true),
  );
  look();
}

function look() {
  source?.close();
  source = null;
  const shown = results.querySelector("[data-headline]");
  if (shown) announce(shown.dataset.headline, false);
  const waiting = results.querySelector("[data-live]");
  if (!waiting) return;
  // On a narrow screen the results stand below the code that was just sent.
  const { top } = results.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) results.scrollIntoView();
  follow(waiting);
}

function follow(waiting) {
  source = new EventSource(waiting.dataset.live);
  source.addEventListener("progress", (event) => showProgress(waiting, JSON.parse(event.data)));
  source.addEventListener("over", () => {
    source?.close();
    fetchReport(waiting);
  });
  // The browser reconnects by itself, unless the server refused: then look by hand.
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => fetchReport(waiting), patienceMs);
  });
}

function showProgress(waiting, progress) {
  const line = waiting.querySelector("[data-progress]");
  if (progress.status === "running") {
    line.textContent = progress.stages ? `Judging… ${progress.done} of ${progress.stages}` : "Judging…";
  }
}

async function fetchReport(waiting) {
  if (!waiting.isConnected) return;
  try {
    const response = await fetch(waiting.dataset.report, { headers: { "HX-Request": "true" } });
    // The database may be away for a moment: the report is not lost.
    if (response.status === 503) throw new Error("not now");
    const html = await response.text();
    if (!waiting.isConnected) return;
    const { top } = results.getBoundingClientRect();
    results.innerHTML = html;
    // The page is longer now: whoever still looks at the results gets to see more of them than their head.
    if (top > innerHeight / 2 && top < innerHeight) results.scrollIntoView();
  } catch {
    setTimeout(() => fetchReport(waiting), patienceMs);
  }
}

export function announce(text, visibly) {
  announcement.textContent = text;
  if (!visibly) return;
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = text;
  results.replaceChildren(note);
}
