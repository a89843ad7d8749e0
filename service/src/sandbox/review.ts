import * as calls from '@specie/protocol/sandbox/review.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { listParties } from '../compliance/screening/list-parties.ts'
import { decideInquiry } from '../compliance/travel-rule/decide.ts'
import { listExchanges } from '../compliance/travel-rule/list.ts'
import { byPerson } from '../people/by.ts'
import { mount } from './control/mount.ts'
import { agreeInSandbox, officer } from './demo/people.ts'

/** Officers of UAT decide about matches with lists, and about inquiries of other providers. */
export function reviewRoutes(app: App, env: Env): void {
  mount(app, calls.decideParties, async ({ institutionid, decision }) => {
    const matched = await listParties(env.db, { institutionid })
    const isOpen = decision === 'clear' ? isNotCleared : isUndecided
    const due = decision === undefined ? [] : matched.items.filter(isOpen)
    for (const { partyid } of due) await agreeInSandbox(env, 'party.decide', { partyid, decision: decision! })
    const { items } = due.length === 0 ? matched : await listParties(env.db, { institutionid })
    return {
      parties: items.map(({ partyid, what, open, cleared, confirmed }) => ({
        partyid,
        what,
        open,
        cleared,
        confirmed,
      })),
    }
  })

  mount(app, calls.decideInquiries, async ({ institutionid, decision }) => {
    const inDoubt = { institutionid, direction: 'in', state: 'acknowledged' } as const
    const { items } = await listExchanges(env.db, inDoubt)
    const by = byPerson(env, await officer(env, 'a'), { ip: '127.0.0.1' }, 'requested through the sandbox')
    const exchanges = []
    for (const { exchangeid } of items) {
      const state = await env.db.tx((tx) => decideInquiry(env, tx, exchangeid, decision, by))
      exchanges.push({ exchangeid, state })
    }
    return { exchanges }
  })
}

type Matches = { readonly open: number; readonly confirmed: number }
const isUndecided = ({ open }: Matches): boolean => open > 0
/** What is confirmed can be cleared later. */
const isNotCleared = ({ open, confirmed }: Matches): boolean => open + confirmed > 0
