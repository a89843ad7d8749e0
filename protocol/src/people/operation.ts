import { z } from 'zod'
import { holdReasons } from '../holds.ts'
import { history } from './case-parts.ts'
import { peopleCall } from './call.ts'
import { thing } from './hold-case.ts'
import { hold } from './holds.ts'
import { type PlaceKind, places } from './places.ts'

/** One operation of an institution, of whatever kind, as staff look at it. */
export const operationCall = peopleCall({
  name: 'operation',
  where: 'console',
  method: 'GET',
  path: '/operations/{id}',
  act: 'institutions.read',
  tag: 'Institutions',
  summary: 'One operation of an institution',
  description:
    'A mint, redemption, withdrawal, deposit, wire, rail, payment, order or conversion: what it is, its history and its holds.',
  request: z.strictObject({ id: z.uuid().toLowerCase() }),
  response: z.object({
    kind: z.enum(Object.keys(places) as [PlaceKind, ...PlaceKind[]]),
    id: z.string(),
    title: z.string(),
    institution: z.object({ id: z.string(), name: z.string() }).nullable(),
    thing: thing.nullable().meta({ description: 'Null of an order or a conversion, which nothing holds.' }),
    holds: z.array(z.object({ holdid: z.string(), reason: z.enum(holdReasons), state: hold.shape.state })),
    history,
  }),
  errors: ['not_found'],
})
