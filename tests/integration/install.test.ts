import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../load/repository.ts'

/** A checkout that needs one package to be built, which is in a folder of it. */
const project = {
  'package.json': { name: 'project', version: '1.0.0', devDependencies: { compiler: 'file:compiler' } },
  'package-lock.json': {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', version: '1.0.0', devDependencies: { compiler: 'file:compiler' } },
      compiler: { version: '1.0.0', dev: true },
      'node_modules/compiler': { resolved: 'compiler', link: true },
    },
  },
  'compiler/package.json': { name: 'compiler', version: '1.0.0' },
}

it('a first start in production installs what it is built with', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-install-'))
  for (const file of ['.nvmrc', 'scripts/prepare.mjs', 'scripts/runtime.mjs'])
    await cp(join(root, file), join(folder, file))
  for (const [file, content] of Object.entries(project)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), JSON.stringify(content))
  }
  const program = `import { ready } from './scripts/prepare.mjs'\nawait ready()`
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  })
  expect(await readdir(join(folder, 'node_modules'))).toContain('compiler')
  await rm(folder, { recursive: true })
})
