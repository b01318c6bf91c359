// Pages are documents and work without this file. It adds what a document cannot do by itself.

import { copyButtons } from "./copy";
import { keepDraft } from "./draft";
import { followJudging } from "./live";
import { runHere } from "./run";
import { showProgress } from "./upload";
import { walkRows } from "./walk";

document.documentElement.classList.add("scripted");
copyButtons();
walkRows();

const judging = document.querySelector<HTMLElement>("[data-events]");
if (judging) followJudging(judging);

const editor = document.querySelector<HTMLFormElement>("form[data-draft]");
if (editor) {
  keepDraft(editor);
  runHere(editor);
}

const upload = document.querySelector<HTMLFormElement>("form[data-upload]");
if (upload) showProgress(upload);
