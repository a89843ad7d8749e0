import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as calls from '@specie/protocol/sandbox/lists.ts'
import type { OfficialList } from '@specie/screening/lists/entry.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { type Loaded, loadFile } from '../compliance/list/load.ts'
import { addToWatchlist, removeFromWatchlist, watchlist } from '../compliance/list/own.ts'
import { setAge } from '../compliance/list/source.ts'
import { mount } from './control/mount.ts'

/** The part of the own list that the sandbox writes. */
const part = 'sandbox'

export function listRoutes(app: App, env: Env): void {
  mount(app, calls.ownList, async ({ add, remove }) => {
    const at = env.clock.now()
    const inPart = <P extends object>(party: P) => ({ ...party, list: part })
    await env.db.tx(async (tx) => {
      if (remove.length > 0)
        await removeFromWatchlist(
          tx,
          remove.map((name) => inPart({ name })),
          at,
        )
      if (add.length > 0) await addToWatchlist(tx, add.map(inPart), at)
    })
    return { entries: (await watchlist(env.db)).map(({ listed_at: _at, ...entry }) => entry) }
  })
  mount(app, calls.loadList, async ({ list, file }) =>
    outcomeOf(await loadBytes(env, list, Buffer.from(file, 'base64'))),
  )
  mount(app, calls.listAge, async ({ list, old }) => {
    await env.db.tx((tx) => setAge(env, tx, list, old))
    return { list, old }
  })
}

async function loadBytes(env: Env, list: OfficialList, bytes: Buffer): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-list-'))
  try {
    const file = join(folder, 'list')
    await writeFile(file, bytes)
    const content = { file, sha256: hash('sha256', bytes), bytes: bytes.length }
    return await loadFile(env, { list, ...content, source: part, etag: null })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const outcomeOf = (loaded: Loaded) => ({
  outcome: loaded.outcome,
  versionid: loaded.outcome === 'unchanged' ? null : loaded.version,
  reason: loaded.outcome === 'refused' ? loaded.reason : null,
  message: loaded.outcome === 'refused' ? loaded.message : null,
})
