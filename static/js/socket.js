// A connection that heals itself: containers both ways, requests answered by id, missed messages fetched by version.
//
// The server numbers what it sends to an audience. A reconnecting page says the last number it saw and gets the rest;
// a gap while connected means something was lost on the way, and reconnecting fetches it too.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const PATIENCE = 15000;

export class Socket {
  /** handlers: message(container), status({state: "open"|"waiting"|"connecting"|"closed", seconds, reason}). */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.version = null;
    this.tries = 0;
    this.next = 1;
    this.waiting = new Map();
    this.closed = false;
    this.timer = null;
    addEventListener("online", () => this.retryNow());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.retryNow());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retryNow());
    this.connect();
  }

  url() {
    const address = new URL(this.path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.version !== null) address.searchParams.set("version", this.version);
    return address;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    this.handlers.status({ state: "connecting" });
    const socket = new WebSocket(this.url());
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.handlers.status({ state: "open" });
    };
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
  }

  receive(container) {
    if (container.id !== undefined && this.waiting.has(container.id)) return this.answer(container);
    if (!this.inOrder(container)) return undefined;
    this.handlers.message(container);
    return undefined;
  }

  /** Check the version: a message seen before is dropped, a gap is healed by connecting again. */
  inOrder(container) {
    if (container.payloadType === "table/state") {
      // The full state closes every gap, and may start the numbering anew (another match).
      this.version = container.payload.version ?? container.version ?? this.version;
      return true;
    }
    const version = container.version;
    if (version === undefined || version === null) return true;
    if (this.version !== null && version <= this.version) return false;
    if (this.version !== null && version > this.version + 1) {
      this.reopen();
      return false;
    }
    this.version = version;
    return true;
  }

  answer(container) {
    const { resolve, reject, timer } = this.waiting.get(container.id);
    this.waiting.delete(container.id);
    clearTimeout(timer);
    if (container.payloadType === "table/error") reject(container.payload);
    else resolve(container.payload);
  }

  /** Send and return a promise of the answer; it rejects with {code, message, field}. */
  request(payloadType, payload = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject({ code: "link/lost", message: "No connection to the table.", field: "" });
        return;
      }
      const id = this.next++;
      const timer = setTimeout(() => this.giveUp(id), PATIENCE);
      this.waiting.set(id, { resolve, reject, timer });
      this.socket.send(JSON.stringify({ timestamp: stamp(), payloadType, payload, id }));
    });
  }

  giveUp(id) {
    const entry = this.waiting.get(id);
    if (!entry) return;
    this.waiting.delete(id);
    entry.reject({ code: "link/no_answer", message: "The server did not answer.", field: "" });
    this.reopen();
  }

  lost(event) {
    for (const [id, entry] of this.waiting) {
      clearTimeout(entry.timer);
      this.waiting.delete(id);
      entry.reject({ code: "link/lost", message: "The connection was lost.", field: "" });
    }
    // 4xxx: the server says that coming back is of no use (no such table, not allowed).
    if (this.closed || (event.code >= 4000 && event.code < 4500)) {
      this.closed = true;
      this.handlers.status({ state: "closed", reason: event.reason, code: event.code });
      return;
    }
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    const wait = most / 2 + Math.random() * (most / 2);
    this.handlers.status({ state: "waiting", seconds: Math.ceil(wait / 1000) });
    this.timer = setTimeout(() => this.connect(), wait);
  }

  retryNow() {
    if (this.timer !== null && !this.closed) this.connect();
  }

  reopen() {
    const old = this.socket;
    this.socket = null;
    old.close();
    this.connect();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}

function stamp() {
  return new Date().toISOString().replace("T", " ").replace("Z", "");
}
