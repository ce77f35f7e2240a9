// After a reveal the pane of the answers is a new one: the keyboard goes on at the answer that was opened.
import { announce } from "./live.js";

export function followAnswers() {
  const panes = document.querySelector("#answers")?.parentElement;
  if (!panes) return;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node.id === "answers" && document.activeElement === document.body) goTo(node);
    }
  }).observe(panes, { childList: true });
}

function goTo(pane) {
  const opened = pane.querySelector("details[open] > summary");
  if (!opened) return;
  opened.focus();
  announce(`${opened.textContent.trim()} opened`, false);
}
