// Everything the page of a kata needs. Without it the page is a plain form and works the same.
import "htmx.org";
import { followAnswers } from "./answers.js";
import { keepDraft } from "./draft.js";
import { followResults } from "./live.js";
import { followPicture } from "./picture.js";

const form = document.querySelector("#work");
if (form) {
  keepDraft(form);
  followResults();
  followAnswers();
  followPicture();
  // The editor is by far the largest part: loaded apart, so that forms and news work at once.
  import("./editor.js").then(({ startEditor }) => startEditor(form));
}
