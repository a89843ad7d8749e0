import type { Output } from '../../api/call.ts'
import type { Tone } from '../../kit/value/states.ts'

export type VersionState = Output<'listVersion'>['state']

export const versionStates: Record<VersionState, { tone: Tone; word: string }> = {
  active: { tone: 'done', word: 'Active' },
  replaced: { tone: 'quiet', word: 'Replaced' },
  refused: { tone: 'broken', word: 'Refused' },
}

export const changeWords: Record<Output<'listVersion'>['differences'][number]['change'], string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  reassigned: 'Reference of another party now',
  renumbered: 'Another reference',
}

/** What a match with an entry does. */
export const effects = { refuse: 'Refuses automatically', review: 'A person reviews it' } as const
