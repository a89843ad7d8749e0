import { requirementKey } from '@specie/protocol/onboarding/requirement-key.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { requirementWord } from '../../shared/company-words.ts'
import type { KybCase } from './kyb-case.ts'

type Requirement = KybCase['requirements'][number]

const states: { readonly [state in Requirement['state']]: { tone: Tone; word: string } } = {
  due: { tone: 'waits', word: 'Missing' },
  past_due: { tone: 'broken', word: 'Past due' },
  later: { tone: 'waits', word: 'Expires soon' },
  being_checked: { tone: 'waits', word: 'To check' },
  met: { tone: 'done', word: 'Met' },
}

const checked = { tone: 'done', word: 'Checked' } as const

export const uncheckedOf = ({ requirements, ticks }: KybCase): Requirement[] =>
  requirements.filter((one) => !ticks.some(({ requirement }) => requirement === requirementKey(one)))

/** Every requirement of the case, each with the tick of the person who has checked it. */
export function Requirements({ found }: { found: KybCase }) {
  const { institutionid: id, requirements, persons, ticks } = found
  const mayTick = mayDo(useMe(), 'kyb.work')
  const tick = useAct('tickRequirement')
  const tickOf = (one: Requirement) => ticks.find(({ requirement }) => requirement === requirementKey(one))
  /** The box follows the click at once. */
  const isTicked = (one: Requirement): boolean =>
    tick.isPending && tick.variables.requirement === requirementKey(one)
      ? tick.variables.ticked
      : tickOf(one) !== undefined
  const isOpen = ({ state }: Requirement): boolean => state === 'due' || state === 'past_due'
  return (
    <Section title="Requirements" note={`${ticks.length} of ${requirements.length} checked`}>
      <FormError error={tick.error} />
      <SmallTable
        name="Requirements"
        rows={requirements}
        rowKey={requirementKey}
        empty="No requirement yet."
        columns={[
          [
            'Requirement',
            (one) => {
              const word = requirementWord(one, persons)
              return (
                <label className="check">
                  <input
                    type="checkbox"
                    aria-label={`Checked: ${word}`}
                    checked={isTicked(one)}
                    disabled={!mayTick || (isOpen(one) && tickOf(one) === undefined)}
                    onChange={(event) =>
                      tick.mutate({ id, requirement: requirementKey(one), ticked: event.target.checked })
                    }
                  />
                  {word}
                </label>
              )
            },
          ],
          [
            'Status',
            (one) => {
              const { tone, word } = isTicked(one) && one.state === 'being_checked' ? checked : states[one.state]
              return <Badge tone={tone}>{word}</Badge>
            },
          ],
          [
            'Checked by',
            (one) => {
              const done = tickOf(one)
              return (
                done && (
                  <span>
                    {done.by ?? 'Staff'}, <Time at={done.at} />
                  </span>
                )
              )
            },
          ],
        ]}
      />
    </Section>
  )
}
