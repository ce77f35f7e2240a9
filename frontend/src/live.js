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
  results.scrollIntoView({ block: "nearest" });
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
    const html = await response.text();
    if (waiting.isConnected) results.innerHTML = html;
  } catch {
    setTimeout(() => fetchReport(waiting), patienceMs);
  }
}

function announce(text, visibly) {
  announcement.textContent = text;
  if (!visibly) return;
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = text;
  results.replaceChildren(note);
}
