// A PostgreSQL whose tables are on a disk of a few megabytes, while our standard input is open. full-disk.test.ts runs it in a
// mount namespace with the small disk: node small-disk.ts FOLDER SMALL-DISK
import { chown, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@specie/service/base/database/db.ts'
import { startPostgres } from '@specie/local/postgres.ts'

const [folder, disk] = process.argv.slice(2) as [string, string]
const postgres = await startPostgres({ folder })
const owner = await stat(join(folder, 'postgres'))
const space = join(disk, 'tables')
await mkdir(space, { mode: 0o700 })
await chown(space, owner.uid, owner.gid)
const db = connect({ url: postgres.url('postgres'), max: 1 })
await db.query(`create tablespace small location '${space}'`)
await db.query('create database specie_uat tablespace small')
await db.close()
process.stdout.write(`${postgres.url('specie_uat')}\n`)
process.stdin.resume()
process.stdin.on('end', () => void postgres.stop().then(() => process.exit(0)))
