import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  address,
  flag,
  isStartupError,
  list,
  oneOf,
  publicUrl,
  readSettings,
  text,
  wholeNumber,
} from './settings.ts'

const schema = z.object({
  HOME: publicUrl().optional(),
  PORT: wholeNumber(0, 65_535).default(8080),
  VERBOSE: flag().default(false),
  MODE: oneOf(['quiet', 'loud']).default('quiet'),
  ORIGINS: list().default([]),
  URL: address(['https']).optional(),
  NAME: text(),
})

const read = (env: Record<string, string | undefined>) => readSettings(schema, { NAME: 'n', ...env })

const refusal = (env: Record<string, string | undefined>): string => {
  try {
    read(env)
  } catch (error) {
    if (isStartupError(error)) return error.message
    throw error
  }
  throw new Error('these settings were taken')
}

describe('readSettings', () => {
  it('gives typed values, and the defaults for what is not set or set to nothing', () => {
    expect(
      read({ PORT: '0', VERBOSE: 'yes', MODE: 'loud', ORIGINS: 'a, b,,', URL: 'https://x.example' }),
    ).toEqual({
      PORT: 0,
      VERBOSE: true,
      MODE: 'loud',
      ORIGINS: ['a', 'b'],
      URL: 'https://x.example',
      NAME: 'n',
    })
    expect(read({ PORT: '', UNKNOWN: 'x' })).toEqual({
      PORT: 8080,
      VERBOSE: false,
      MODE: 'quiet',
      ORIGINS: [],
      NAME: 'n',
    })
  })

  it('takes an address without a path, and keeps its origin', () => {
    expect(read({ HOME: 'https://Play.Example:443/' }).HOME).toBe('https://play.example')
    for (const HOME of ['https://play.example/x', 'https://play.example/?a', 'https://me@play.example'])
      expect(refusal({ HOME })).toMatch(
        /^HOME must be an address such as https:\/\/play.example, with nothing after/,
      )
    expect(refusal({ HOME: 'play.example' })).toMatch(/^HOME must be an address that begins with http/)
  })

  it('names the variable, what is allowed and what it is, in one sentence', () => {
    expect(refusal({ PORT: 'http' })).toBe('PORT must be a whole number from 0 to 65535, but it is "http".')
    expect(refusal({ VERBOSE: 'maybe' })).toBe(
      'VERBOSE must be 1, true or yes, or 0, false or no, but it is "maybe".',
    )
    expect(refusal({ MODE: 'soft' })).toBe('MODE must be one of quiet, loud, but it is "soft".')
    expect(refusal({ URL: 'http://x.example' })).toBe(
      'URL must be an address that begins with https://, but it is "http://x.example".',
    )
  })

  it.each(['-1', '65536', '1.5', '1e3', '0x10', ' 1', '9'.repeat(20)])('refuses %j as a port', (port) => {
    expect(refusal({ PORT: port })).toMatch(/^PORT must be a whole number/)
  })

  it('says that a setting without a default is not set', () => {
    expect(refusal({ NAME: '' })).toBe('NAME must be set.')
  })

  it('never repeats the password of an address', () => {
    expect(refusal({ URL: 'postgres://me:hunter2@db.example/x' })).not.toContain('hunter2')
  })

  it('does not show at all an address that can’t be read', () => {
    expect(refusal({ URL: 'postgres://me:hunt/er2@db.example/x' })).toMatch(/but it is "\[hidden\]"\.$/)
  })

  describe('from files', () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'settings-'))
    })
    afterEach(() => rm(folder, { recursive: true }))

    const file = async (content: string) => {
      const path = join(folder, 'setting')
      await writeFile(path, content)
      return path
    }

    it('takes any setting, without the white space around it', async () => {
      expect(read({ PORT_FILE: await file(' 99\n') }).PORT).toBe(99)
    })

    it('takes the setting itself while the name of its file is set to nothing, and the other way round', async () => {
      expect(read({ PORT: '98', PORT_FILE: '' }).PORT).toBe(98)
      expect(read({ PORT: '', PORT_FILE: await file('97') }).PORT).toBe(97)
    })

    it('refuses a setting that is given twice, and names both', async () => {
      expect(refusal({ PORT: '1', PORT_FILE: await file('2') })).toBe(
        'Only one of PORT and PORT_FILE may be set, but both are.',
      )
    })

    it('refuses a file that can’t be read', () => {
      const missing = join(folder, 'missing')
      expect(refusal({ PORT_FILE: missing })).toBe(
        `PORT_FILE must name a file that can be read, but it is "${missing}".`,
      )
      expect(refusal({ PORT_FILE: folder })).toMatch(/^PORT_FILE must name a file/)
    })

    it('does not tell what is in a file whose content is wrong', async () => {
      expect(refusal({ PORT_FILE: await file('hunter2') })).toBe(
        'PORT must be a whole number from 0 to 65535, but what PORT_FILE contains is something else.',
      )
    })

    it('asks for content: an empty file is no value', async () => {
      expect(refusal({ NAME: '', NAME_FILE: await file('\n') })).toMatch(/^NAME must not be empty/)
    })

    it('reads no file of a name that is not a setting', () => {
      expect(read({ OTHER_FILE: join(folder, 'missing') })).not.toHaveProperty('OTHER')
    })
  })
})
