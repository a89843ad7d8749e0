import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A copy of the repository that may be changed: every file that git does not ignore. Packages are those of the original; our
 * own workspaces are those of the copy.
 */
export async function copyTree(root: string, into: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(into, file)), { recursive: true })
    await cp(join(root, file), join(into, file)).catch(unlessDeleted)
  }
  await linkPackages(root, into)
}

/** Git still lists deleted files that are not committed. */
function unlessDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function linkPackages(root: string, into: string): Promise<void> {
  const packages = join(into, 'node_modules')
  await mkdir(join(packages, '@specie'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@specie' || name.startsWith('.')) continue
    await symlink(join(root, 'node_modules', name), join(packages, name))
  }
  await symlink(join(root, 'node_modules', '.bin'), join(packages, '.bin'))
  // Relative links: here they lead to the workspaces of the copy.
  for (const name of await readdir(join(root, 'node_modules/@specie')))
    await symlink(await readlink(join(root, 'node_modules/@specie', name)), join(packages, '@specie', name))
  // A workspace with another version of a package has it in its own folder.
  for await (const own of glob('*/node_modules', { cwd: root })) await symlink(join(root, own), join(into, own))
}
