import { userInfo } from 'node:os'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { resumePayment } from '@specie/service/rails/payment/resume.ts'
import { closeRail, reinstateRail, suspendRail } from '@specie/service/rails/rail/suspend.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

type Row = {
  id: string
  railtype: string
  state: string
  institution: string
  asset: string
  blockchain: string
  open: number
}

export const railsList: Command = {
  takes: '[STATE]',
  does: 'list payment rails, of one state or all, with how many payments are under way',
  run: ([state]) =>
    withDatabase(async (db) => {
      const rows = await db.query<Row>(
        `select rail.id, railtype, rail.state, name as institution, asset, blockchain,
           (select count(*)::int from rails.payment p where p.rail_id = rail.id and p.state not in ('completed', 'returned')) as open
         from rails.rail join institutions.institution i on i.id = institution_id
         where $1::text is null or rail.state = $1 order by rail.created_at, rail.id`,
        [state],
      )
      for (const { id, railtype, state, institution, asset, blockchain, open } of rows) {
        const underWay = open === 0 ? '' : `  ${open} under way`
        console.log(`${id}  ${state.padEnd(9)}  ${railtype}  ${asset} on ${blockchain}  ${institution}${underWay}`)
      }
      if (rows.length === 0) console.log('There are none.')
      return 0
    }),
}

export const railsSuspend = switching(
  suspendRail,
  'send back what arrives over a rail until it is resumed',
  'suspended',
)
export const railsResume = switching(reinstateRail, 'let a suspended rail serve again', 'active')
export const railsClose = switching(closeRail, 'close a rail for good; what arrives over it goes back', 'closed')

export const railsRetry = switching(
  resumePayment,
  'let a payment that waits for a person go on from where it stopped; see bank cases',
  'under way again',
  'payment',
)

function switching(act: typeof suspendRail, does: string, becomes: string, what = 'rail'): Command {
  return {
    takes: `${what.toUpperCase()}ID WHY…`,
    does,
    run: async ([id, ...why]) => {
      const see = what === 'rail' ? 'See specie rails list.' : 'See specie bank cases.'
      if (id === undefined || why.length === 0) throw new CommandError(`Which ${what}, and why? ${see}`)
      const actor = `operator ${userInfo().username}`
      await withDatabase((db) => db.tx((tx) => act(envOf(db), tx, id.toLowerCase(), actor, why.join(' ')))).catch(
        (error: unknown) => {
          if (error instanceof ApiError) throw new CommandError(`${error.message} ${see}`)
          throw error
        },
      )
      console.log(`${id} is ${becomes}.`)
      return 0
    },
  }
}
