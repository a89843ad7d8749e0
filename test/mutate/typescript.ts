import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Module, Mutant } from './mutant.ts'
import { withQueries } from './queries.ts'

type Parts = ConstructorParameters<typeof Instrumenter>
type Options = Parameters<Instrumenter['instrument']>[1]

const silent = new Proxy({}, { get: () => () => false }) as Parts[0]

/** Replaces files of the tree by instrumented ones, and returns their mutants. */
export async function instrument(tree: string, modules: readonly Module[]): Promise<Mutant[]> {
  const moduleOf = new Map(modules.flatMap(({ name, files }) => files.map((file) => [file, name] as const)))
  const sources = new Map<string, string>()
  for (const file of moduleOf.keys()) sources.set(file, await readFile(join(tree, file), 'utf8'))
  const options: Options = { plugins: null, excludedMutations: [], ignorers: [words] }
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }))
  const result = await new Instrumenter(silent).instrument(files, options)
  const found: Mutant[] = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = sources.get(fileName)!.split('\n')
      return {
        module: moduleOf.get(fileName)!,
        file: fileName,
        line: start.line + 1,
        rule: mutatorName,
        code: lines[start.line]!.trim(),
        was: between(lines, start, end),
        becomes: replacement,
        how: { switch: id },
      }
    })
  for (const { name, content } of result.files) {
    const { text, mutants } = withQueries(moduleOf.get(name)!, name, sources.get(name)!, content)
    found.push(...mutants)
    await writeFile(join(tree, name), text)
  }
  return found
}

type Place = { line: number; column: number }

function between(lines: readonly string[], start: Place, end: Place): string {
  if (start.line === end.line) return lines[start.line]!.slice(start.column, end.column)
  const middle = lines.slice(start.line + 1, end.line)
  return [lines[start.line]!.slice(start.column), ...middle, lines[end.line]!.slice(0, end.column)].join('\n')
}

type Node = { type: string; name?: string; callee?: Node; object?: Node; property?: Node; expression?: Node }

/** Sentences for people: of a log, of the reference, and of errors that only a defect of ours can throw. */
const words: Options['ignorers'][number] = {
  shouldIgnore(path) {
    const { node, parent } = path as { node: Node; parent?: Node }
    if (node.type === 'ObjectExpression' && parent?.callee?.property?.name === 'meta') return 'a line of the reference'
    if (node.type === 'NewExpression' && node.callee?.name === 'Error') return 'the sentence of a defect'
    const callee = node.type === 'ExpressionStatement' ? node.expression?.callee : node.callee
    if (callee?.type !== 'MemberExpression') return undefined
    return (callee.object?.property ?? callee.object)?.name === 'log' ? 'a line of the log' : undefined
  },
}
