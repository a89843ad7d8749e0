import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { goClient, javaClient, pythonClient } from '@specie/docs-site/samples/clients.ts'

// Converts the samples of the pages to programs. A compiler and a linker take seconds, so all samples of a language are
// compiled together; duplicate names get a number.

const root = fileURLToPath(new URL('../../../', import.meta.url))

type Files = { readonly [name: string]: string }

type Language = {
  /** The required program of the machine. */
  readonly program: string
  readonly files: (samples: readonly string[]) => Files
  /** Run in the folder of the files; fails if a sample is invalid. */
  readonly compile: string
  /** Run by a reader in their own folder, with their key. */
  readonly run: (folder: string, n: number) => string
}

const numbered = (
  samples: readonly string[],
  name: (n: number) => string,
  change: (text: string, n: number) => string = (text) => text,
) => Object.fromEntries(samples.map((text, n) => [name(n), `${change(text, n)}\n`]))

/** Prints an answer or a refusal as JSON: console.log shows only the outer levels. */
const asJson = `
console.log = (answer) => process.stdout.write(JSON.stringify(answer))
process.on('uncaughtException', ({ code, status, message }) => console.log({ code, status, message }))
`

export const languages: { readonly [id: string]: Language } = {
  curl: {
    program: 'curl',
    files: (samples) => numbered(samples, (n) => `main${n}.sh`),
    compile: 'for file in *.sh; do sh -n $file; done',
    run: (folder, n) => `sh -eu ${folder}/main${n}.sh`,
  },
  python: {
    program: 'python3',
    files: (samples) => ({ 'specie.py': pythonClient, ...numbered(samples, (n) => `main${n}.py`) }),
    compile: 'python3 -m compileall -q .',
    run: (folder, n) => `python3 ${folder}/main${n}.py`,
  },
  go: {
    program: 'go',
    files: (samples) => ({
      'go.mod': 'module samples\n\ngo 1.19\n',
      'specie.go': goClient,
      'samples.go': `package main\n\nimport "os"\n\nfunc main() {
	map[string]func(){${samples.map((_, n) => `"${n}": main${n}`).join(', ')}}[os.Args[1]]()\n}\n`,
      ...numbered(
        samples,
        (n) => `main${n}.go`,
        (text, n) => text.replace('func main()', `func main${n}()`),
      ),
    }),
    compile: 'go build -o samples .',
    run: (folder, n) => `${folder}/samples ${n}`,
  },
  java: {
    program: 'javac',
    files: (samples) => ({
      'Specie.java': javaClient,
      ...numbered(
        samples,
        (n) => `Main${n}.java`,
        (text, n) => text.replace('class Main', `class Main${n}`),
      ),
    }),
    compile: 'javac *.java',
    run: (folder, n) =>
      `openssl pkey -in specie-key.pem -pubout -out specie-key.pub && java -Xshare:auto -XX:TieredStopAtLevel=1 -cp ${folder} Main${n}`,
  },
  typescript: {
    program: 'node',
    files: (samples) => ({
      'package.json': '{ "private": true, "type": "module" }',
      'as-json.js': asJson,
      ...numbered(samples, (n) => `main${n}.ts`),
    }),
    compile: `${process.execPath} ${root}sdk/build.ts node_modules/@specie/sdk
      ${root}node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2023 --module nodenext \\
        --typeRoots ${root}node_modules/@types --types node main*.ts`,
    run: (folder, n) => `${process.execPath} --import ${folder}/as-json.js ${folder}/main${n}.ts || true`,
  },
}

/** Writes all samples of a language into a folder and compiles them. */
export async function compile({ files, compile }: Language, samples: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files(samples))) await writeFile(join(folder, name), text)
  await promisify(execFile)('sh', ['-eu', '-c', compile], { cwd: folder })
}

export const isThere = (program: string): Promise<boolean> =>
  promisify(execFile)('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )
