/** What watch/ asks Prometheus for, and what programs tell it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../load/repository.ts'

const folder = join(root, 'watch')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

const rulesSchema = z.object({
  groups: z
    .object({
      rules: z
        .object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        })
        .array(),
    })
    .array(),
})
const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.object({ title: z.string(), targets: z.object({ expr: z.string() }).array().min(1) }).array(),
})

export const readRules = () =>
  rulesSchema.parse(parse(read('rules.yml'))).groups.flatMap(({ rules }) => rules)

export const readDashboards = () =>
  readdirSync(join(folder, 'grafana/dashboards')).map((file) =>
    dashboardSchema.parse(JSON.parse(read(`grafana/dashboards/${file}`))),
  )

/** The other files, which only have to be YAML. */
export const readConfigurations = (): unknown[] =>
  [
    'prometheus.yml',
    'rules.test.yml',
    'grafana/provisioning/datasources/prometheus.yml',
    'grafana/provisioning/dashboards/files.yml',
  ].map((file) => parse(read(file)))

const operators = new Set(['and', 'or', 'unless', 'offset'])

/** The metrics that an expression of PromQL names. */
export const metricsIn = (expr: string): string[] => {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)|\boffset \w+/g, ' ')
  const words = [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/g)].map(([word]) => word)
  return words.filter((word) => !operators.has(word))
}

/** Every metric that an alarm or a dashboard names, except Prometheus' own. */
export const metricsWatched = (): Set<string> => {
  const panels = readDashboards().flatMap((dashboard) => dashboard.panels)
  const exprs = [...readRules(), ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
  const names = new Set(exprs.flatMap(metricsIn))
  names.delete('up')
  return names
}

/** The metrics that a program tells, also those without a value yet. */
export const metricsTold = async (url: string): Promise<string[]> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  )
}
