// A browser starts no worker for a page that is a file, and the search is one. Here its script runs in a frame of the page instead.
// As between a page and a worker, each side gets a copy of a message, later.
if (location.protocol === "file:") {
  const send = (data, take) => setTimeout(take, 0, structuredClone(data));

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => send(data, (copy) => this.tell(new MessageEvent("message", { data: copy })));
      const script = inside.document.createElement("script");
      script.src = new URL(url, document.baseURI).href;
      this.read = new Promise((resolve) => {
        script.onload = resolve;
      });
      script.onerror = () => this.tell(new ErrorEvent("error", { message: `${url} cannot be read` }));
      inside.document.body.append(script);
    }

    tell(event) {
      this.dispatchEvent(event);
      this[`on${event.type}`]?.(event);
    }

    postMessage(data) {
      const inside = this.frame.contentWindow;
      this.read.then(() => send(data, (copy) => inside.dispatchEvent(new inside.MessageEvent("message", { data: copy }))));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
