/** Null unless it is canonical base64: padded, without other characters, without stray bits at the end. */
export function base64Bytes(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? Uint8Array.from(bytes) : null
}

/** Null unless it is hex with 0x. */
export function hexBytes(text: string): Uint8Array | null {
  return /^0x([0-9a-f]{2})*$/i.test(text) ? Uint8Array.from(Buffer.from(text.slice(2), 'hex')) : null
}
