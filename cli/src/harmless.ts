/** Control characters except line breaks (`\n`, `\r\n`) and tabs, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unsafe = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Answers of a service must not control the terminal. JSON keeps its meaning. */
export const harmless = (text: string): string =>
  text.replaceAll(unsafe, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A file for an output: byte for byte, but without control characters on a terminal. */
export const fileFor = ({ isTTY }: { readonly isTTY?: boolean | undefined }, content: string): string =>
  isTTY === true ? harmless(content) : content
