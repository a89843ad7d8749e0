// Compiles the coin, its proxy and the contracts of the tests, and writes the committed artifacts and the typed ABI. `--check`
// writes nothing and fails on a difference, so that every reader can verify the bytecode against the source.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const root = new URL('./', import.meta.url)
const sources = [
  'token/contracts/SpecieCoin.sol',
  '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol',
  'token/test/SpecieCoinV2.sol',
  'token/test/Wallet.sol',
] as const

// Cancun runs on all six chains (Avalanche was the last to get it, in December 2024). Runs: a million makes a mint 0.5 %
// cheaper but the code 23.3 kB instead of 17.5, and chains accept at most 24.5: upgrades need the room. No hash of the metadata
// at the end of the code: a comment must not move a byte.
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout'] } },
}

export type Contract = {
  abi: readonly { type: string; name?: string }[]
  bytecode: `0x${string}`
  deployedBytecode: `0x${string}`
  storage: readonly { slot: number; offset: number; name: string; type: string }[]
}

type Output = {
  errors?: { severity: string; formattedMessage: string; sourceLocation?: { file: string } }[]
  contracts: Record<
    string,
    Record<
      string,
      {
        abi: Contract['abi']
        evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
        storageLayout: { storage: { slot: string; offset: number; label: string; type: string }[] }
      }
    >
  >
}

const resolve = createRequire(import.meta.url).resolve

function source(name: string): string {
  const ours = name.startsWith('token/')
  return readFileSync(ours ? fileURLToPath(new URL(name.slice('token/'.length), root)) : resolve(name), 'utf8')
}

/** Every contract of these files, by name. A warning about our own source is an error. */
function compile(files: readonly string[]): Record<string, Contract> {
  const contents = Object.fromEntries(files.map((name) => [name, { content: source(name) }]))
  const input = JSON.stringify({ language: 'Solidity', sources: contents, settings })
  const output = JSON.parse(solc.compile(input, { import: (name: string) => ({ contents: source(name) }) })) as Output
  const complaints = (output.errors ?? []).filter(
    ({ severity, sourceLocation }) => severity === 'error' || sourceLocation?.file.startsWith('token/'),
  )
  if (complaints.length > 0) throw new Error(complaints.map((one) => one.formattedMessage).join('\n'))
  const made = files.flatMap((name) => Object.entries(output.contracts[name] ?? {}))
  return Object.fromEntries(
    made.map(([name, { abi, evm, storageLayout }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        storage: storageLayout.storage.map(({ slot, offset, label, type }) => ({
          slot: Number(slot),
          offset,
          name: label,
          // The compiler numbers its syntax tree, and those numbers move with any edit.
          type: type.replaceAll(/\)\d+_/g, ')'),
        })),
      },
    ]),
  )
}

const artifacts = {
  SpecieCoin: 'artifacts',
  ERC1967Proxy: 'artifacts',
  SpecieCoinV2: 'test',
  Wallet: 'test',
}

/** The committed files, by path from the repository's root. */
export function tokenFiles(): Record<string, string> {
  const compiled = compile(sources)
  const compiler = { version: solc.version(), settings: { ...settings, outputSelection: undefined } }
  const texts = Object.entries(artifacts).map(([name, folder]) => {
    const contract = compiled[name]
    if (contract === undefined) throw new Error(`No source defines the contract ${name}.`)
    return [`token/${folder}/${name}.gen.json`, `${JSON.stringify({ name, compiler, ...contract }, null, 2)}\n`]
  })
  const abi = JSON.stringify(compiled['SpecieCoin']!.abi, null, 2)
  return {
    ...Object.fromEntries(texts),
    'token/src/abi.gen.ts': `// Made by token/build.ts; do not edit.\n\nexport const coinAbi = ${abi} as const\n`,
  }
}

if (import.meta.main) {
  const checking = process.argv.includes('--check')
  for (const [name, text] of Object.entries(tokenFiles())) {
    const path = new URL(`../${name}`, root)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    if (!checking) writeFileSync(path, text)
    console.log(checking ? `${name} is not what the source compiles to: run node token/build.ts` : `wrote ${name}`)
    if (checking) process.exitCode = 1
  }
}
