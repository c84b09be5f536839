import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../load/repository.ts'
import { metricsIn, readConfigurations, readDashboards, readRules } from './watched.ts'

const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')

it('every alarm has its line in docs/operations.md, and a runbook that is there', () => {
  const headings = [...operations.matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) => `docs/operations.md#${heading.toLowerCase().replace(/ /g, '-')}`,
  )
  const rules = readRules()
  const named = [...operations.matchAll(/^\| `([A-Z][a-z]\w+)` \|/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const { annotations } of rules) expect(headings).toContain(annotations.runbook)
})

it('there are five dashboards, which no one needs the internet for', () => {
  expect(readDashboards().map(({ uid }) => uid)).toEqual(
    ['matches', 'money', 'moves', 'nodes', 'players'].map((name) => `minefall-${name}`),
  )
  expect(JSON.stringify(readDashboards())).not.toMatch(/https?:/)
  // An empty file is YAML as well.
  for (const configuration of readConfigurations()) expect(configuration).toMatchObject({})
})

it('metrics are found in an expression', () => {
  const expr =
    'max by (kind) (a_total{lane="b"}) / sum(rate(c_count[1m])) > (d offset 1h or vector(0)) and time() > 1'
  expect(metricsIn(expr)).toEqual(['a_total', 'c_count', 'd'])
})
