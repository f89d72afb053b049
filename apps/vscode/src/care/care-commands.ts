/** Reindexing, and what is wrong: for every folder, as the user asks. */
import { ProgressLocation, window, workspace } from "vscode";
import type { DoctorAnswer } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { folderName } from "../status/status-view.js";
import { doctorMarkdown } from "./doctor-text.js";

export async function reindex(link: ServerLink, isFull: boolean): Promise<void> {
  const title = isFull ? "SDL: reindexing every file" : "SDL: reindexing what changed";
  const texts = await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: false }, () =>
    forEachFolder(link, async (folder) => {
      const { text } = await link.request<{ readonly text: string }>("sdl/reindex", { folder, full: isFull });
      return text.split("\n")[0] ?? "";
    }),
  );
  window.showInformationMessage(texts.join(" "));
}

export async function doctor(link: ServerLink): Promise<void> {
  const folders = await forEachFolder(link, async (folder) => ({
    name: folderName(folder),
    answer: await link.request<DoctorAnswer>("sdl/doctor", { folder }),
  }));
  const content = doctorMarkdown(folders);
  await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content }), { preview: true });
}

async function forEachFolder<T>(link: ServerLink, work: (folder: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const { folder } of link.folders) done.push(await work(folder));
  return done;
}
