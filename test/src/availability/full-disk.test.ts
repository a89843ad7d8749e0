import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect } from '@specie/service/base/database/db.ts'
import { checkBooks } from '@specie/service/checks/check.ts'
import { expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { startService } from '../programs/service.ts'

const script = fileURLToPath(new URL('small-disk.ts', import.meta.url))

/** A private mount needs no rights on the machine: a namespace grants them, also to ordinary users. */
const namespace = process.getuid?.() === 0 ? ['-m'] : ['-Urm']
const mounted = 'mount -t tmpfs -o size=48m none "$2" && exec "$3" "$4" "$1" "$2"'

async function smallDisk() {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'specie-disk-')))
  const [folder, disk] = [join(home, 'data'), join(home, 'small')]
  for (const path of [folder, disk]) await mkdir(path)
  const command = [...namespace, 'sh', '-c', mounted, 'sh', folder, disk, process.execPath, script]
  const child = spawn('unshare', command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    end: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

test('on a full disk calls are refused with 503, nothing is half done, and all continues when there is room', async () => {
  const disk = await smallDisk()
  const service = await startService(disk.url, { DATABASE_PATIENCE: '1' })
  const owner = connect({ url: disk.url, max: 2 })
  const ask = (name: string) => sandbox(service.origin, 'institutions', { name })
  expect((await ask('Before')).status).toBe(200)

  await owner.query('create table public.ballast (stone text storage plain)')
  const fillWith = async (stones: number) => {
    for (;;) await owner.query(`insert into public.ballast select repeat('x', 7000) from generate_series(1, ${stones})`)
  }
  // Finally the disk is filled one page at a time, because large pieces leave room for small ones.
  await expect(fillWith(500)).rejects.toMatchObject({ code: '53100' })
  await expect(fillWith(1)).rejects.toMatchObject({ code: '53100' })
  // Data that fits into existing pages is still written; then there is no room for the next page.
  const answers: { name: string; status: number; body: any; headers: Headers }[] = []
  while (answers.at(-1)?.status !== 503 && answers.length < 2_000) {
    const name = `Institution ${answers.length}`
    answers.push({ name, ...(await ask(name)) })
  }
  const refused = answers.at(-1)!
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('Nothing was done') } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.map(({ status }) => status).slice(0, -1)).not.toContain(500)
  const named = `select name from directory.institution where name like 'Institution %'`
  const stored = (await owner.query<{ name: string }>(named)).map(({ name }) => name)
  expect(stored.toSorted()).toEqual(answers.flatMap(({ name, status }) => (status === 200 ? [name] : [])).toSorted())

  await owner.query('drop table public.ballast')
  await expect.poll(async () => (await ask(refused.name)).status).toBe(200)
  expect((await owner.tx((tx) => checkBooks(tx))).filter(({ ok }) => !ok)).toEqual([])
  await service.stop()
  await owner.close()
  await disk.end()
})
