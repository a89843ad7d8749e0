// Verifies an exported case offline, with Node alone: node tools/verify-case-export.mjs CASE.zip [AUDIT-KEY-HEX]
// It shares no code with the service. docs/cases.md describes the format.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest('hex')

/** The files of a zip without compression. Any difference between its two directories is a fault. */
function unzip(zip) {
  const end = zip.length - 22
  if (end < 0 || zip.readUInt32LE(end) !== 0x06054b50 || zip.readUInt16LE(end + 20) !== 0)
    throw new Error('this is not a zip, or bytes follow its end')
  const files = new Map()
  const directory = zip.readUInt32LE(end + 16)
  let [at, next] = [directory, 0]
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, length, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    if (zip.readUInt32LE(at) !== 0x02014b50 || zip.readUInt32LE(start) !== 0x04034b50 || start !== next)
      throw new Error('the zip is damaged')
    if (zip.toString('utf8', start + 30, start + 30 + length) !== name || zip.readUInt16LE(at + 10) !== 0)
      throw new Error(`the zip names ${name} in two ways, or has compressed it`)
    if (files.has(name)) throw new Error(`${name} is in the zip twice`)
    files.set(name, zip.subarray(content, content + size))
    next = content + size
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (next !== directory || at !== end) throw new Error('the zip has bytes that belong to no file')
  return files
}

function assertSigned(files, expectedKey) {
  const { publickey, signature } = JSON.parse(files.get('manifest.sig'))
  if (expectedKey !== undefined && publickey !== expectedKey.toLowerCase())
    throw new Error(`it is signed with ${publickey}, and not with the audit key that you gave`)
  const spki = Buffer.from(`302a300506032b6570032100${publickey}`, 'hex')
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const message = Buffer.concat([Buffer.from('specie case export\n'), files.get('manifest.json')])
  if (!verify(null, message, key, Buffer.from(signature, 'hex')))
    throw new Error('the signature of the manifest is wrong')
  return publickey
}

function assertComplete(files, manifest) {
  const named = new Map(manifest.files.map((file) => [file.name, file]))
  for (const [name, content] of files) {
    if (name === 'manifest.json' || name === 'manifest.sig') continue
    const file = named.get(name)
    if (file === undefined) throw new Error(`${name} is not in the manifest`)
    if (file.bytes !== content.length || file.sha256 !== sha256(content)) throw new Error(`${name} was changed`)
    named.delete(name)
  }
  if (named.size > 0) throw new Error(`missing: ${[...named.keys()].join(', ')}`)
}

/** Each entry of the audit chain follows from the hash before it. */
function assertChained(entries) {
  for (const { seq, previous, hash, body } of entries) {
    const place = Buffer.alloc(8)
    place.writeBigInt64BE(BigInt(seq))
    if (sha256(Buffer.from(previous, 'hex'), place, Buffer.from(body)) !== hash)
      throw new Error(`entry ${seq} of the audit chain does not have its hash`)
  }
}

/** Two people, about this payload. The decision that counts names the alerts that the bundle has. */
function assertDecided(files, found) {
  const approvals = JSON.parse(files.get('approvals.json'))
  for (const { id, payload, payload_hash: hash, maker, checker } of approvals) {
    if (sha256(Buffer.from(payload)) !== hash) throw new Error(`the payload of request ${id} does not have its hash`)
    if (maker === checker) throw new Error(`request ${id} was decided by its maker`)
  }
  if (found.outcome === null) return
  const keys = JSON.parse(files.get('alerts.json')).map(({ key }) => key)
  const signed = `${keys.length} ${sha256(Buffer.from(keys.toSorted().join(' ')))}`
  const fits = ({ state, payload }) => {
    const { caseid, outcome, alerts } = JSON.parse(payload)
    return state === 'approved' && caseid === found.caseid && outcome === found.outcome && alerts === signed
  }
  if (!approvals.some(fits)) throw new Error('no two people have decided this outcome for these alerts')
}

try {
  const [path, expectedKey] = process.argv.slice(2)
  if (path === undefined) throw new Error('name the file: node tools/verify-case-export.mjs CASE.zip [AUDIT-KEY-HEX]')
  const files = unzip(readFileSync(path))
  const key = assertSigned(files, expectedKey)
  const manifest = JSON.parse(files.get('manifest.json'))
  assertComplete(files, manifest)
  const found = JSON.parse(files.get('case.json'))
  if (found.caseid !== manifest.caseid) throw new Error('the manifest is of another case')
  assertChained(JSON.parse(files.get('audit.json')))
  assertDecided(files, found)
  console.log(`${manifest.files.length} files of case ${found.caseid}, exported ${manifest.exported_at}: whole`)
  console.log(`signed with ${key}${expectedKey === undefined ? '; compare it with the published audit key' : ''}`)
} catch (error) {
  console.error(`refused: ${error.message}`)
  process.exitCode = 1
}
