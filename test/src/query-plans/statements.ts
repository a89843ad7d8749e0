import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The statements in the service's files.

const source = fileURLToPath(new URL('../../../service/src/', import.meta.url))

/** Operator commands may read everything: `specie check`, and one-time work for a new version. */
const isOfACommand = (file: string): boolean => /^checks\/|\b(check|migrate|privileges)\b/.test(file)

/** Every text that begins like a statement. Constant holes are filled in; the remaining ones are known only at run time. */
export function statementsOfTheService(): string[] {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const parts = new Set(files.flatMap((file) => [...code(file).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)))
  return files
    .filter((file) => !isOfACommand(file))
    .toSorted()
    .flatMap((file) => written(file, parts))
}

const literal = String.raw`(?:\`((?:[^\`\\]|\\.)*)\`|'((?:[^'\\\n]|\\.)*)'|([\d_]+)\b)`
const statement = new RegExp(String.raw`(?:const (\w+) =|[=>(?:,]|return)\s*${literal}`, 'g')

function written(file: string, parts: ReadonlySet<string | undefined>): string[] {
  return [...code(file).matchAll(statement)]
    .filter(([, name]) => name === undefined || !parts.has(name))
    .map(([, , one, other]) => filled(file, one ?? other ?? ''))
    .filter((text) => /^(select|insert into|update|delete from|with) /.test(text) && !text.includes('${'))
}

const code = (file: string): string => readFileSync(join(source, file), 'utf8')

/** With every `${name}` of a known constant; others stay. */
function filled(file: string, text: string): string {
  const whole = text.replaceAll(/\$\{(\w+)\}/g, (name, constant: string) => valueOf(file, constant) ?? name)
  return whole.replaceAll(/\s+/g, ' ').trim()
}

function valueOf(file: string, name: string): string | null {
  const text = code(file)
  const [, one, other, number] = new RegExp(`const ${name} = ${literal}`).exec(text) ?? []
  const here = one ?? other ?? number?.replaceAll('_', '')
  if (here !== undefined) return filled(file, here)
  const [, from] = new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '(\.[^']*)'`).exec(text) ?? []
  return from === undefined ? null : valueOf(join(dirname(file), from), name)
}
