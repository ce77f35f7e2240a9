// CodeMirror over the textarea, which stays in the form and follows every change.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: ".82rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", maxHeight: "70vh" },
  ".cm-content, .cm-gutter": { minHeight: "22rem" },
  ".cm-content": { caretColor: "var(--ink)", padding: ".6rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-textfield": { backgroundColor: "var(--card)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-button": {
    backgroundColor: "var(--sunken)", backgroundImage: "none", color: "var(--ink)", borderColor: "var(--line)",
  },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", borderColor: "var(--line)" },
});

// Typing over a selection is done here: Chromium would keep the look of what it replaces in an inline style,
// which this page's content security policy refuses with an error on the console.
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    if (event.inputType !== "insertText" || !event.data || event.isComposing || from === to) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, event.data, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

export function startEditor(form) {
  const textarea = form.querySelector("#source");
  const press = (action) => () => {
    form.requestSubmit(form.querySelector(`button[value="${action}"]`));
    return true;
  };
  const follow = EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    textarea.value = update.state.doc.toString();
    textarea.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const state = EditorState.create({
    doc: textarea.value,
    extensions: [
      // The style sheet of the editor is allowed by this page's nonce only.
      EditorView.cspNonce.of(document.querySelector("script[nonce]").nonce),
      EditorView.contentAttributes.of({ "aria-label": "Your code", tabindex: "0", "aria-describedby": "source-hint" }),
      keymap.of([
        { key: "Mod-Enter", run: press("run") },
        { key: "Mod-Shift-Enter", run: press("submit") },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      syntaxHighlighting(classHighlighter),
      python(),
      theme,
      typeOver,
      follow,
    ],
  });
  const box = document.createElement("div");
  box.className = "editor";
  textarea.after(box);
  new EditorView({ state, parent: box });
  textarea.hidden = true;
  document.documentElement.classList.add("has-editor");
}
