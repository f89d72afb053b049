/** Commands for reindexing and for the doctor's report, run for every folder. */
import { ProgressLocation, window } from "vscode";
import type { DoctorAnswer } from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { folderName } from "../status/status-view.js";
import type { Documents } from "../views/documents.js";
import { doctorMarkdown } from "./doctor-text.js";

/** Refreshes all indexes with a progress notification. @param isFull checks every file */
export async function refreshIndexes(link: ServerLink, isFull: boolean): Promise<void> {
  const title = isFull ? "SDL: reindexing every file" : "SDL: reindexing what changed";
  const texts = await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: false }, () =>
    forEachFolder(link, async (folder) => {
      const { text } = await link.request<{ readonly text: string }>("sdl/reindex", { folder, full: isFull });
      return text.split("\n")[0] ?? "";
    }),
  );
  window.showInformationMessage(texts.join(" "));
}

/** Runs the doctor on all folders and shows its report. */
export async function showDoctorReport(link: ServerLink, documents: Documents): Promise<void> {
  const folders = await forEachFolder(link, async (folder) => ({
    name: folderName(folder),
    answer: await link.request<DoctorAnswer>("sdl/doctor", { folder }),
  }));
  documents.write("Doctor.md", doctorMarkdown(folders));
  await documents.show("Doctor.md");
}

async function forEachFolder<T>(link: ServerLink, work: (folder: string) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const { folder } of link.folders) done.push(await work(folder));
  return done;
}
