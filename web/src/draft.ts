// Keeps what is typed into a problem's form in this browser, so that a closed tab or a lost server loses nothing.

const SAVE_AFTER_MS = 300;

export function keepDraft(form: HTMLFormElement): void {
  const source = form.elements.namedItem("source") as HTMLTextAreaElement;
  const state = form.querySelector<HTMLElement>("[data-draft-state]")!;
  const key = `draft:${form.dataset["draft"]}`;

  const kept = read(key);
  if (kept && !source.value) {
    source.value = kept;
    offerToClear(state, source, key);
  }

  let timer: ReturnType<typeof setTimeout>;
  source.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => (state.textContent = write(key, source.value)), SAVE_AFTER_MS);
  });
  source.addEventListener("keydown", indent);
  chooseLanguageByFile(form);
  sendOnce(form);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): string {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    return text ? "Draft kept in this browser" : "";
  } catch {
    return "No room for a draft in this browser";
  }
}

function offerToClear(state: HTMLElement, source: HTMLTextAreaElement, key: string): void {
  const clear = document.createElement("button");
  clear.type = "button";
  clear.className = "copy";
  clear.textContent = "Clear";
  clear.addEventListener("click", () => {
    source.value = "";
    write(key, "");
    state.textContent = "";
    source.focus();
  });
  state.replaceChildren("Your draft is back. ", clear);
}

// Tab indents; after Escape it moves on as everywhere, so that the keyboard is never trapped.
let leave = false;
function indent(event: KeyboardEvent): void {
  const area = event.target as HTMLTextAreaElement;
  if (event.key === "Tab" && !event.shiftKey && !leave) {
    event.preventDefault();
    area.setRangeText("    ", area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }
  leave = event.key === "Escape";
}

function chooseLanguageByFile(form: HTMLFormElement): void {
  const file = form.elements.namedItem("file") as HTMLInputElement;
  const language = form.elements.namedItem("language") as HTMLSelectElement;
  file.addEventListener("change", () => {
    const extension = file.files?.[0]?.name.split(".").pop() ?? "";
    const fits = (option: HTMLOptionElement): boolean =>
      (option.dataset["extensions"] ?? "").split(" ").includes(extension);
    const chosen = language.selectedOptions[0];
    const other = [...language.options].find(fits);
    if (other && !(chosen && fits(chosen))) other.selected = true;
  });
}

// The form key already makes a double click one submission; this shows that the first one counted.
function sendOnce(form: HTMLFormElement): void {
  const button = form.querySelector("button:not([type])") as HTMLButtonElement;
  form.addEventListener("submit", () => {
    button.disabled = true;
    button.textContent = "Sending…";
  });
  addEventListener("pageshow", () => {
    button.disabled = false;
    button.textContent = "Submit";
  });
}
