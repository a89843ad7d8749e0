import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import type { Env } from '../../base/env.ts'

// Questions to outside screening services: what each has answered about each party (compliance.question).

export const askServicesJob = 'compliance.questions'

/** A question about a party. */
export type Question = { readonly partyHash: string; readonly service: ServiceCode }

export const servicesOf = ({ config }: Pick<Env, 'config'>): ServiceCode[] => [...config.screeningServices.keys()]

type Clocked = Pick<Env, 'clock' | 'config'>

/** Answers from before this time are too old: the lists of a service change without telling us. */
export const answersCountFrom = ({ clock, config }: Clocked): Date =>
  new Date(clock.now().getTime() - config.answerHours * 3_600_000)

/** Binds sealed data to its question. */
export const questionContext = ({ partyHash, service }: Question): string => `question ${service} ${partyHash}`
