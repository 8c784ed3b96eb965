/**
 * The script of the page at `/docs`: it shows the page's document, and adds missing names and focus to the embedded
 * program, so that screen readers and keyboards reach everything.
 */
export const DOCS_START = `(function () {
"use strict";
var app = document.getElementById("app");
Scalar.createApiReference(app, {
  url: app.dataset.document,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true }
});

function nameButton(button) {
  var shown = button.innerText.trim().replace(/\\s+/g, " ");
  var label = button.getAttribute("aria-label");
  if (label === null) {
    if (shown === "" && !button.hasAttribute("aria-labelledby")) button.setAttribute("aria-label", button.title || "Copy");
  } else if (shown !== "" && label.toLowerCase().indexOf(shown.toLowerCase()) === -1) {
    button.setAttribute("aria-label", shown + ": " + label);
  }
}

var timer;
function mend() {
  timer = undefined;
  app.querySelectorAll("button").forEach(nameButton);
  app.querySelectorAll(".endpoints").forEach(function (list) { list.tabIndex = 0; });
}
new MutationObserver(function () {
  if (timer === undefined) timer = setTimeout(mend, 100);
}).observe(app, { childList: true, subtree: true });
})();
`;
