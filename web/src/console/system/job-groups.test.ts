import { expect, test } from 'vitest'
import { grouped } from './job-groups.ts'

test('jobs are grouped by their room, in the order of the groups; a room without a group is shown last', () => {
  const jobs = ['new.room', 'sandbox.desk', 'banking.payouts', 'chains.watch.ETH', 'treasury.fees'].map((name) => ({
    name,
  }))
  expect(grouped(jobs).map(({ title, jobs: own }) => [title, own.map(({ name }) => name)])).toEqual([
    ['Chains', ['chains.watch.ETH']],
    ['Bank and treasury', ['banking.payouts', 'treasury.fees']],
    ['UAT', ['sandbox.desk']],
    ['Other', ['new.room']],
  ])
})
