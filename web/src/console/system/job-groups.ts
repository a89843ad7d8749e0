// Jobs by the part of the service that they work for. The first word of a job's name is its room.

const groups: readonly (readonly [title: string, rooms: readonly string[]])[] = [
  ['Chains', ['chains']],
  ['Bank and treasury', ['banking', 'treasury']],
  ['Mints and transfers', ['issuance', 'rails', 'stopping', 'transfers']],
  ['Trading and prices', ['markets', 'trading']],
  ['Institutions and people', ['access', 'compliance', 'destinations', 'onboarding', 'people']],
  ['Records and checks', ['audit', 'checks', 'work']],
  ['UAT', ['sandbox']],
]

export type Group<Job> = { readonly title: string; readonly jobs: readonly Job[] }

/** The groups that have jobs. Jobs of other rooms come last. */
export function grouped<Job extends { readonly name: string }>(jobs: readonly Job[]): Group<Job>[] {
  const titleOf = ({ name }: Job): string =>
    groups.find(([, rooms]) => rooms.includes(name.split('.')[0]!))?.[0] ?? 'Other'
  return [...groups.map(([title]) => title), 'Other']
    .map((title) => ({ title, jobs: jobs.filter((job) => titleOf(job) === title) }))
    .filter(({ jobs: own }) => own.length > 0)
}
