import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bffSettingsSchema, readBffSettings } from './config.ts'

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
/** Each documented variable with what its column "Default" shows. */
const documented = new Map(
  [...page.matchAll(/^\| `([A-Z_]+)` +\| (\S+) +\|/gm)].map(([, name, shown]) => [name, shown]),
)

test.each(Object.entries(readBffSettings({})))(
  '%s has a line in docs/settings.md with its default',
  (name, value) => {
    expect(documented.get(name)).toBe(Array.isArray(value) && value.length === 0 ? '–' : `\`${value}\``)
  },
)

test('what has no default has a line that shows none', () => {
  const defaults = readBffSettings({})
  for (const name of Object.keys(bffSettingsSchema.shape)) {
    if (!(name in defaults)) expect([name, documented.get(name)]).toEqual([name, '–'])
  }
})

test('of several edge keys the last one is shown', () => {
  const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)]
  expect(readBffSettings({ EDGE_KEY: old }).EDGE_KEY).toBe(old)
  expect(readBffSettings({ EDGE_KEY: `${old}\n${fresh}\n` }).EDGE_KEY).toBe(fresh)
})
