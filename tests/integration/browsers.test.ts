import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test.each(['README.md', 'docs/installed.md'])(
  '%s names the oldest browsers that the client is built for',
  async (file) => {
    const { browserNames } = await import(join(root, 'client/browsers.ts'))
    expect(readFileSync(join(root, file), 'utf8')).toContain(`${browserNames} or newer`)
  },
)
