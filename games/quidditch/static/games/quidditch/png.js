// Whether bytes are a whole PNG: every part is there, and its check sum is right. Pixels are left to the browser.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function checkSum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = TABLE[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** Return {width, height, whole} of a PNG, or null when the bytes do not even begin as one. */
export function readPng(bytes) {
  const named = (at) => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  if (bytes.length < 33 || SIGNATURE.some((byte, i) => bytes[i] !== byte) || named(8) !== "IHDR") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { width: view.getUint32(16), height: view.getUint32(20), whole: isWhole(bytes, view, named) };
}

function isWhole(bytes, view, named) {
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length || view.getUint32(end) !== checkSum(bytes.subarray(at + 4, end))) return false;
    if (named(at) === "IEND") return true;
    at = end + 4;
  }
  return false;
}
