// The standard's files: configurations, bare or in a container, in and out.

/** A file or a value that does not fit; `field` names where, `rule` says what must be, in English with {placeholders}. */
export class Wrong {
  constructor(field, rule, values = {}) {
    Object.assign(this, { field, rule, values });
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The payload in a file's text; throws Wrong when it is none of this type. */
export function readFile(text, payloadType) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Wrong("file", "must be JSON");
  }
  if (!isObject(data)) throw new Wrong("file", "must be an object");
  if (!("payloadType" in data) && !("payload" in data)) return data;
  if (data.payloadType !== payloadType) throw new Wrong("file", "is a container of another type; it must be {type}", { type: payloadType });
  if (!isObject(data.payload)) throw new Wrong("file", "has a container without payload");
  return data.payload;
}

/** The text of a file with this payload. */
export function writeFile(payloadType, payload, bare) {
  return `${JSON.stringify(bare ? payload : { timestamp: timestamp(new Date()), payloadType, payload }, null, 2)}\n`;
}

function timestamp(now) {
  const two = (number, digits = 2) => String(number).padStart(digits, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}.${two(now.getMilliseconds(), 3)}`;
}

export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
