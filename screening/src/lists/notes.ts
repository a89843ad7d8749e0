/** Observations of a reader, in addition to the entries. It is complete when the reader has ended. */
export type Notes = {
  /** The day of the list, as the file says. */
  issued: string | null
  /** Elements, attributes and columns that the reader does not know, and how often: the format may have grown. */
  readonly unknown: Map<string, number>
  /** Entries that are in the file but no longer on the list. */
  delisted: number
}

export const newNotes = (): Notes => ({ issued: null, unknown: new Map(), delisted: 0 })

export const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
