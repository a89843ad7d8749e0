// A part of a string keeps the whole string in memory, and a parser yields parts of large pieces of a file. What outlives its
// piece is therefore copied. Measured: 120 MB of OFAC's list kept 490 MB in memory before.

/** The engine copies shorter parts itself. */
const shortest = 13

export const detached = (text: string): string => (text.length < shortest ? text : Buffer.from(text).toString())

/** A value as one string until it is needed: a third of the memory of its objects. */
export type Packed<T> = { readonly json: string; readonly type?: T }

export const packed = <T>(value: T): Packed<T> => ({ json: JSON.stringify(value) })

export const unpacked = <T>({ json }: Packed<T>): T => JSON.parse(json) as T
