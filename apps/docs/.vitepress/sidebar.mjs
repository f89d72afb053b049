/** Order of the pages in the sidebar. A page missing in docs/ is left out, so that its place can be reserved. */

const GROUPS = [
  [
    "Begin",
    [
      ["Start in five minutes", "start"],
      ["Concepts", "concepts"],
      ["Set up your agent", "clients"],
      ["A worked example", "worked-example"],
    ],
  ],
  [
    "Use",
    [
      ["Every action, with its answer", "reference"],
      ["Commands and exit codes", "commands"],
      ["Picture of the graph", "graph"],
      ["HTTP server", "http"],
      ["Configuration", "configuration"],
      ["A repository's own", "repository-configuration"],
    ],
  ],
  [
    "Recipes",
    [
      ["A gate in CI", "ci"],
      ["Memories in a team", "memories"],
      ["Your own graph in @sdl/slice", "custom-graph"],
      ["Worktrees", "worktrees"],
      ["Monorepos", "monorepo"],
      ["Publish an index", "publish-an-index"],
      ["A team's index", "team"],
    ],
  ],
  [
    "Know",
    [
      ["Beside other tools", "comparison"],
      ["Privacy and security", "privacy"],
      ["Questions", "faq"],
      ["Troubleshooting", "troubleshooting"],
    ],
  ],
];

/** @param exists whether a page of this name exists */
export function sidebar(exists) {
  return GROUPS.map(([text, pages]) => ({
    text,
    items: pages.filter(([, page]) => exists(page)).map(([title, page]) => ({ text: title, link: `/${page}` })),
  }));
}
