/** Body of the page before its code fills it; legible without code. Pure. */
import type { GraphPicture } from "@sdl/model/graph";
import { escapeHtml } from "./escape.js";
import type { PagePlace } from "./page-data.js";
import { SUBJECT_WORDS } from "./subject-words.js";

/** Shown in an app until there is a picture. */
const NOTICE = `\n<p id="notice" role="status">The graph is shown when the answer arrives.</p>`;

type PageNames = Pick<GraphPicture, "subject" | "title" | "repository" | "notes">;

/** Writes the body from `<body>` on; the caller writes its end tag. */
export function pageBody(picture: PageNames, place: PagePlace): string {
  return `<body class="in-${place}${place === "app" ? " waiting" : ""}">
<a class="skip" href="#list">Skip to the list of symbols</a>
${headerHtml(picture, place)}
<main>${place === "app" ? NOTICE : ""}
${symbolPanelHtml()}
${graphPanelHtml()}
${detailPanelHtml(picture)}
</main>
<div id="live" class="unseen" role="status" aria-live="polite"></div>
<noscript>This page draws a graph with a script that is in it; scripts are switched off here.</noscript>`;
}

/** Buttons by place: an editor or client that shows the page chooses the colours itself. */
const OWN_BUTTONS: Readonly<Record<PagePlace, string>> = {
  browser: `<button id="theme" type="button">Theme: system</button>`,
  editor: "",
  app: `<button id="enlarge" type="button" hidden>Full screen</button>`,
};

function headerHtml({ subject, title, repository }: PageNames, place: PagePlace): string {
  return `<header>
<div class="title"><span class="subject" id="subject">${SUBJECT_WORDS[subject]}</span><h1 dir="auto" id="title">${escapeHtml(title)}</h1><p dir="auto" id="counts">${escapeHtml(repository)}</p></div>
<div class="tools">
<button id="filter-button" type="button" aria-expanded="false" aria-controls="filters">Filter</button>
<button id="help-button" type="button" aria-expanded="false" aria-controls="help">Keys</button>
${OWN_BUTTONS[place]}
</div>
</header>
<section id="filters" aria-label="Filter" hidden></section>
<section id="help" aria-label="Keys" hidden></section>`;
}

function symbolPanelHtml(): string {
  return `<section id="symbols" aria-label="Symbols">
<div class="find"><label for="search">Find a symbol</label><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="name, file or kind:class"></div>
<p id="found" class="hint"></p>
<div id="list" role="listbox" tabindex="0" aria-label="Symbols, the most used first" aria-describedby="list-keys"></div>
<p id="list-keys" class="hint">↑ ↓ move · Enter choose · B blast radius · F find in the graph · O source · Esc back</p>
</section>`;
}

function graphPanelHtml(): string {
  return `<section id="graph" aria-label="Graph">
<div id="stage"><canvas id="base" role="img" aria-label="The graph as a picture; the list of symbols says the same in words"></canvas><canvas id="overlay" aria-hidden="true"></canvas></div>
<div class="zoom" role="group" aria-label="Zoom"><button id="zoom-in" type="button" aria-label="Zoom in">+</button><button id="zoom-out" type="button" aria-label="Zoom out">−</button><button id="zoom-fit" type="button" aria-label="Fit all">Fit</button></div>
<div id="peek" hidden></div>
</section>`;
}

/** The panel that explains the picture, until a symbol is chosen. */
function detailPanelHtml({ notes }: PageNames): string {
  const said = notes.map((note) => `<li dir="auto">${escapeHtml(note)}</li>`).join("");
  return `<aside id="panel" aria-label="Details">
<div id="about"><h2>About this picture</h2><ul id="notes"${said === "" ? " hidden" : ""}>${said}</ul><div id="legend"></div></div>
<div id="chosen" hidden></div>
</aside>`;
}
