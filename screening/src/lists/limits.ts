/** Bounds on a file, which could be hostile. Real lists stay at a tenth of them. */
export const limits = {
  /** Elements inside each other. */
  depth: 40,
  attributes: 64,
  /** Characters without a tag in between, of one tag, or of one cell. */
  text: 1_000_000,
  /** Characters of text and attributes in one entry. */
  record: 8_000_000,
  columns: 256,
  entries: 1_000_000,
  /** Spelled-out names of one name with spelling variants. */
  spellings: 64,
  /** Characters of the page with the investment bans. */
  page: 4_000_000,
} as const
