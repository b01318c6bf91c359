// Follows a judging: each event brings the whole fragment, rendered by the same template as the page.

export interface Following {
  /** Follows no more; whether there was still something to follow. */
  giveUp(): boolean;
}

export function followJudging(place: HTMLElement): Following {
  let stream: EventSource | undefined;
  let over = false;

  const open = (): void => {
    if (over || stream) return;
    stream = new EventSource(place.dataset["events"]!);
    stream.addEventListener("fragment", (event) => replace(place, event.data));
    stream.addEventListener("end", () => {
      over = true;
      close();
    });
  };
  const close = (): void => {
    stream?.close();
    stream = undefined;
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

function replace(place: HTMLElement, html: string): void {
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const scrolled = [...place.querySelectorAll("pre")].map((pre) => pre.scrollTop);
  place.innerHTML = html;
  place.querySelectorAll("pre").forEach((pre, i) => (pre.scrollTop = scrolled[i] ?? 0));
  if (focused) place.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  const headline = place.querySelector("h1")?.textContent;
  if (headline) document.title = document.title.replace(/^[^·]*/, `${headline} `);
}
