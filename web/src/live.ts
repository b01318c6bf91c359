// Follows a judging: each event brings the whole fragment, rendered by the same template as the page.

export interface Following {
  /** Follows no more; whether there was still something to follow. */
  giveUp(): boolean;
}

/** Seconds until it is tried again, where the judge does not say. */
const AGAIN = 5;

export function followJudging(place: HTMLElement): Following {
  const address = place.dataset["events"]!;
  const trouble = new Trouble(place);
  let stream: EventSource | undefined;
  let again: number | undefined;
  let over = false;

  const open = (): void => {
    if (over || stream || again !== undefined) return;
    const own = (stream = new EventSource(address));
    own.addEventListener("open", () => trouble.isOver());
    own.addEventListener("fragment", (event) => replace(place, event.data));
    own.addEventListener("end", () => {
      over = true;
      close();
    });
    own.addEventListener("error", () => {
      // A lost connection the browser brings back by itself, an answer that is no stream it does not.
      if (own.readyState !== EventSource.CLOSED) trouble.tell("The connection was lost. Trying again…");
      else void refused(own);
    });
  };
  const refused = async (own: EventSource): Promise<void> => {
    const { words, wait } = await refusal(address);
    if (stream !== own) return;
    close();
    trouble.tell(words);
    if (wait === undefined) return;
    again = setTimeout(() => {
      again = undefined;
      open();
    }, wait * 1000);
  };
  const close = (): void => {
    stream?.close();
    stream = undefined;
    clearTimeout(again);
    again = undefined;
    trouble.isOver();
  };

  // HTTP/1.1 allows a browser six connections to a host: hidden tabs give theirs back. The first event of a
  // new stream is the present state, so nothing is missed.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  if (!document.hidden) open();
  return {
    giveUp: () => {
      const wasOpen = !over;
      over = true;
      close();
      return wasOpen;
    },
  };
}

interface Refusal {
  words: string;
  /** Seconds until it may be otherwise; undefined: it stays so. */
  wait?: number;
}

/** Why there is no stream, which EventSource does not tell. */
async function refusal(address: string): Promise<Refusal> {
  const asking = new AbortController();
  let answer;
  try {
    answer = await fetch(address, { signal: asking.signal });
  } catch {
    return { words: "The judge cannot be reached. Trying again…", wait: AGAIN };
  }
  asking.abort();
  if (answer.redirected) return { words: "You are no longer logged in. Log in in another tab, then reload this page." };
  const wait = Number(answer.headers.get("retry-after")) || AGAIN;
  switch (answer.status) {
    case 200:
      return { words: "The connection was lost. Trying again…", wait: 1 };
    case 404:
      return { words: "This is gone, or not for you any more." };
    case 429:
      return { words: "You follow too many things at a time: close some tabs. Trying again…", wait };
    case 503:
      return { words: "The database is away. Trying again…", wait };
    default:
      return { words: `What happens here cannot be shown as it goes (${answer.status}). Reload this page.` };
  }
}

/** Beside what is followed: why nothing comes. */
class Trouble {
  private readonly line = document.createElement("p");

  constructor(private readonly place: HTMLElement) {
    this.line.className = "note wait section";
    this.line.setAttribute("role", "status");
  }

  tell(words: string): void {
    this.line.textContent = words;
    if (!this.line.isConnected) this.place.after(this.line);
  }

  isOver(): void {
    this.line.remove();
  }
}

function replace(place: HTMLElement, html: string): void {
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const scrolled = [...place.querySelectorAll("pre")].map((pre) => pre.scrollTop);
  place.innerHTML = html;
  place.querySelectorAll("pre").forEach((pre, i) => (pre.scrollTop = scrolled[i] ?? 0));
  if (focused) place.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  const headline = place.querySelector("h1")?.textContent;
  if (headline) document.title = document.title.replace(/^[^·]*/, `${headline} `);
}
