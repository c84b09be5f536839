import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStartupError } from '@minefall/shared/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEdgeKeys, readSealKeys } from './keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

const keyFile = (name: string) => join(folder, 'keys', name)
const put = async (name: string, text: string) => {
  await mkdir(join(folder, 'keys'), { recursive: true })
  await writeFile(keyFile(name), text)
}
const refusal = async (run: Promise<unknown>): Promise<string> => {
  const error: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isStartupError(error)) throw new Error('not refused with a start-up error', { cause: error })
  return error.message
}

describe('key files', () => {
  it('are made at the first start, of 32 random bytes, for this user’s eyes only', async () => {
    const { shown: edge } = await readEdgeKeys(folder)
    const { current } = await readSealKeys(folder)
    expect(edge).toMatch(/^[0-9a-f]{64}$/)
    expect(current.keyId).toBe('1')
    expect(current.key).toHaveLength(32)
    expect((await stat(keyFile('edge'))).mode & 0o777).toBe(0o600)
    expect((await stat(keyFile('seal'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700)
  })

  it('are for this user’s eyes only whatever the umask', async () => {
    const before = process.umask(0)
    try {
      await readEdgeKeys(folder)
    } finally {
      process.umask(before)
    }
    expect((await stat(keyFile('edge'))).mode & 0o777).toBe(0o600)
  })

  it('are used again at the next start, and differ from folder to folder', async () => {
    const edge = await readEdgeKeys(folder)
    const seal = await readSealKeys(folder)
    expect(await readEdgeKeys(folder)).toEqual(edge)
    expect(await readSealKeys(folder)).toEqual(seal)
    expect((await readEdgeKeys(join(folder, 'other'))).shown).not.toBe(edge.shown)
  })

  it('are the same for all who start at the same time, and leave no drafts', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => readEdgeKeys(folder)))
    expect(new Set(keys.map(({ shown }) => shown)).size).toBe(1)
    expect(await readdir(join(folder, 'keys'))).toEqual(['edge'])
  })

  it('rotate: the last line seals, the lines before it still open', async () => {
    const old = await readSealKeys(folder)
    await put('seal', `${await readFile(keyFile('seal'), 'utf8')}\n2026-b:${'ab'.repeat(32)}\n`)
    const { current, all } = await readSealKeys(folder)
    expect(current).toEqual({ keyId: '2026-b', key: new Uint8Array(32).fill(0xab) })
    expect([...all.keys()]).toEqual(['1', '2026-b'])
    expect(all.get('1')).toEqual(old.current.key)
  })

  it.each([
    ['nothing', ''],
    ['a key without an id', 'ab'.repeat(32)],
    ['a short key', '1:abcd'],
    ['an id twice', `1:${'ab'.repeat(32)}\n1:${'cd'.repeat(32)}`],
    ['a bad line after a good one', `1:${'ab'.repeat(32)}\nx`],
  ])('refuse a seal file with %s, and leave it as it is', async (_, text) => {
    await put('seal', text)
    expect(await refusal(readSealKeys(folder))).toContain(keyFile('seal'))
    expect(await readFile(keyFile('seal'), 'utf8')).toBe(text)
  })

  it('let BFFs show one edge key and platforms accept several, while it rotates', async () => {
    const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)]
    await put('edge', `${fresh}\n${old}\n`)
    expect(await readEdgeKeys(folder)).toEqual({ shown: old, accepted: [fresh, old] })
    await put('edge', `${old}\n\n${fresh}\n`)
    expect(await readEdgeKeys(folder)).toEqual({ shown: fresh, accepted: [old, fresh] })
    await put('edge', `${old}\nhunter2\n`)
    expect(await refusal(readEdgeKeys(folder))).not.toContain('hunter2')
  })

  it('refuse an edge file that holds no key, without showing what it holds', async () => {
    await put('edge', 'hunter2')
    const message = await refusal(readEdgeKeys(folder))
    expect(message).toContain(keyFile('edge'))
    expect(message).not.toContain('hunter2')
  })

  it('tell that their folder can’t be made', async () => {
    await writeFile(join(folder, 'file'), '')
    await chmod(join(folder, 'file'), 0o600)
    expect(await refusal(readEdgeKeys(join(folder, 'file')))).toMatch(/DATA_DIR must name a folder/)
  })
})
