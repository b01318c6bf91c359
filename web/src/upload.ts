// Sends a package and says how far it is. The answer is the page that the plain form would have shown.

const MIB = 2 ** 20;

export function showProgress(form: HTMLFormElement): void {
  const state = form.querySelector<HTMLElement>("[data-progress]")!;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector("button")!;
    button.disabled = true;
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (sent) => (state.textContent = words(sent)));
    request.upload.addEventListener("load", () => (state.textContent = "Sent. Reading the package…"));
    request.addEventListener("load", () => show(request));
    request.addEventListener("error", () => {
      button.disabled = false;
      state.textContent = "The connection was lost. Nothing was taken; press Upload to try again.";
    });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
}

function words(sent: ProgressEvent): string {
  const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
  return `${mib(sent.loaded)} of ${mib(sent.total)} MiB`;
}

function show(request: XMLHttpRequest): void {
  if (request.status < 300) {
    location.href = request.responseURL;
    return;
  }
  const answer = new DOMParser().parseFromString(request.responseText, "text/html");
  document.title = answer.title;
  document.querySelector("main")!.replaceWith(answer.querySelector("main")!);
  const again = document.querySelector<HTMLFormElement>("form[data-upload]");
  if (again) showProgress(again);
  scrollTo(0, 0);
}
