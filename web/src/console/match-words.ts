/** What a match with an entry does. */
export const effects = { refuse: 'Refuses automatically', review: 'A person reviews it' } as const

/** The states of a match. */
export const matchWords = { open: 'Not decided', cleared: 'Cleared', confirmed: 'Confirmed' } as const
