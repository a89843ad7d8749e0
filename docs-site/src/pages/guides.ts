import { readFileSync } from 'node:fs'
import { markdown } from '../markup/markdown.ts'
import type { Page } from './page.ts'

// Pages that people write: files of docs/, and the changelog. A file that is not there has no page.

type Guide = {
  readonly file: string
  readonly path: Page['path']
  readonly short: string
  readonly about: string
  /** Sections for those who run the service. */
  readonly without?: readonly string[]
}

export const guides = {
  sdk: {
    file: 'docs/sdk.md',
    path: '/docs/sdk',
    short: 'TypeScript SDK',
    about: 'The client for TypeScript and JavaScript: signing, pace, retries, pages and the change feed.',
  },
  cli: {
    file: 'docs/cli.md',
    path: '/docs/cli',
    short: 'Command line',
    about: 'The specie command: everything from a shell, with tables for people and JSON for machines.',
  },
  common: {
    file: 'docs/calls.md',
    path: '/docs/common',
    short: 'What calls have in common',
    about: 'Dry runs, client ids, lists, text and times: rules that hold for every call.',
  },
  trading: {
    file: 'docs/trading.md',
    path: '/docs/trading',
    short: 'Trading',
    about: 'Fill-or-kill orders, firm quotes and conversions.',
    without: ['How fast'],
  },
  supply: {
    file: 'docs/supply.md',
    path: '/docs/supply',
    short: 'Minting and redeeming',
    about: 'How coins come into being, how they are redeemed, and what backs them.',
    without: ['How fast'],
  },
  rails: {
    file: 'docs/rails.md',
    path: '/docs/rails',
    short: 'Payment rails',
    about: 'Standing instructions that turn fiat into coins and coins into fiat.',
    without: ['For operators'],
  },
  transfers: {
    file: 'docs/transfers.md',
    path: '/docs/transfers',
    short: 'Deposits and withdrawals',
    about: 'Money in and out: wires, coins and crypto, and the statement of it all.',
    without: ['Coins without an owner'],
  },
  events: {
    file: 'docs/events.md',
    path: '/docs/events',
    short: 'Events',
    about:
      'Every change of your institution’s state, the oldest first, by polling: nothing is pushed, so none is lost.',
    without: ['How it works', 'After a restore'],
  },
  production: {
    file: 'docs/production.md',
    path: '/docs/production',
    short: 'Going to production',
    about: 'What differs from UAT, and what to have in place before the first real call.',
  },
  changelog: {
    file: 'CHANGELOG.md',
    path: '/docs/changelog',
    short: 'Changelog',
    about: 'What each version brings.',
  },
} as const satisfies Record<string, Guide>

const root = new URL('../../../', import.meta.url)

/** The page of a guide; null where its file is not there. */
export function guidePage({ file, path, short, about, without = [] }: Guide): Page | null {
  const text = readText(file)
  if (text === null) return null
  const title = /^# (.*)/.exec(text)?.[1] ?? short
  return { path, title, short, about, body: () => markdown(text, (target) => follow(file, target), without) }
}

function readText(file: string): string | null {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Pages that are made here from tables, and not from the file of that name. */
const made: { readonly [file: string]: string } = {
  'docs/signing.md': '/docs/signing',
  'docs/errors.md': '/docs/errors',
  'docs/states.md': '/docs/states',
  'docs/openapi.json': '/api/v1/client/openapi.json',
}

/** Other files of the repository are not on these pages. */
function follow(file: string, target: string): string | null {
  if (target.startsWith('#')) return target
  if (target.startsWith('/docs')) return target
  if (/^[a-z]+:/.test(target)) return null
  const [to = '', anchor] = target.split('#')
  const named = new URL(to, new URL(file, 'file:///')).pathname.slice(1)
  const guide = Object.values<Guide>(guides).find((one) => one.file === named)
  if (guide === undefined) return made[named] ?? null
  const isThere = anchor === undefined || !isLeftOut(guide, anchor)
  return anchor === undefined || !isThere ? guide.path : `${guide.path}#${anchor}`
}

const isLeftOut = ({ without = [] }: Guide, anchor: string): boolean =>
  without.some((title) => title.toLowerCase().replaceAll(' ', '-') === anchor)
