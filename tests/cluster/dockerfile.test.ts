import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../load/repository.ts'
import { isIgnored, readDockerfile } from './dockerfile.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

it('the images, .nvmrc and the Node that npm brings are of one major version', () => {
  const wanted = read('.nvmrc').trim()
  const stages = readDockerfile(read('Dockerfile'))
  const names = stages.map(({ name }) => name)
  const bases = stages.map(({ from }) => from).filter((from) => !names.includes(from))
  expect(new Set(bases)).toEqual(new Set([`node:${wanted}-bookworm-slim`]))
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const majors = Object.values<string>(optionalDependencies).map((version) => version.split('.')[0])
  expect(new Set(majors)).toEqual(new Set([wanted]))
})

it('the build has every part that tsconfig.json refers to, as Vite reads them all', () => {
  const build = readDockerfile(read('Dockerfile')).find(({ name }) => name === 'build')
  const copied = build?.steps
    .filter(({ instruction }) => instruction === 'COPY')
    .flatMap(({ words }) => words.split(' ').slice(0, -1))
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  const { references } = JSON.parse(read('tsconfig.json'))
  const projects: string[] = references.map(({ path }: { path: string }) =>
    path.endsWith('.json') ? path : `${path}/tsconfig.json`,
  )
  expect(projects).toContain('client/tsconfig.json')
  const missing = projects.filter(
    (file) =>
      isIgnored(ignored, file) || !copied?.some((source) => file === source || file.startsWith(`${source}/`)),
  )
  expect(missing).toEqual([])
})

it('the lock file holds the Node of every platform, whichever platform it was last written on', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const { packages } = JSON.parse(read('package-lock.json'))
  for (const [name, version] of Object.entries(optionalDependencies))
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
      optional: true,
    })
})
