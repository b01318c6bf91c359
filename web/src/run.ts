// Runs what is in the form on an input of one's own, and shows what comes of it below the button: nothing that was typed is
// left behind. Without scripts the same button leads to a page of the run.

import { followJudging, type Following } from "./live";

interface Answer {
  id?: string;
  error?: string;
}

export function runHere(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("button[data-run]");
  if (!button) return;
  const place = form.querySelector<HTMLElement>("[data-run-result]")!;
  const input = form.elements.namedItem("input") as HTMLTextAreaElement;
  let former: Following | undefined;
  let asking = false;

  const run = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    former?.giveUp();
    former = undefined;
    say(place, "Sending…");
    const answer = await ask(() => wish(form, button.dataset["run"]!));
    asking = false;
    if (answer.id) former = follow(place, answer.id);
    else say(place, answer.error ?? "Something broke on our side. Try again in a minute.", "error");
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    void run();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void run();
  });
}

async function wish(form: HTMLFormElement, problem: string): Promise<object> {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const file = field("file").files?.[0];
  const source = file ? await text(file) : field("source").value;
  return { problem, language: field("language").value, source, input: field("input").value };
}

/** Fails where the file was changed since it was chosen, or is no text. */
async function text(file: File): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
}

async function ask(wish: () => Promise<object>): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  let body;
  try {
    body = JSON.stringify(await wish());
  } catch {
    return { error: "The file cannot be read as UTF-8 text. If it was changed, choose it again." };
  }
  try {
    const answer = await fetch("/api/v1/runs", { method: "POST", headers, body });
    return (await answer.json()) as Answer;
  } catch {
    return { error: "The connection was lost. Press Run to try again." };
  }
}

function follow(place: HTMLElement, id: string): Following {
  const result = document.createElement("div");
  result.dataset["events"] = `/runs/${id}/events`;
  place.replaceChildren(result);
  const following = followJudging(result);
  return {
    // One that is over stays until its time is.
    giveUp: () => {
      const wasOpen = following.giveUp();
      if (wasOpen) void fetch(`/api/v1/runs/${id}`, { method: "DELETE" });
      return wasOpen;
    },
  };
}

function say(place: HTMLElement, words: string, kind = "quiet"): void {
  const line = document.createElement("p");
  line.className = kind;
  line.setAttribute("role", kind === "error" ? "alert" : "status");
  line.textContent = words;
  place.replaceChildren(line);
}
