// npm run fairness:audit -- --url SITE [--state FILE] [--voids PERCENT]: walks every fairness log of a site, checks each match
// that was closed and the heads that were signed; exit code 0 when nothing is wrong. With a state file it goes on where it
// ended the last time, so that a log rewritten since contradicts it. PERCENT is the share of voids that is a finding, 5
// by default.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fail, ready, run } from './prepare.mjs'

const { values } = parseArgs({
  options: { url: { type: 'string' }, state: { type: 'string' }, voids: { type: 'string', default: '5' } },
})
if (!values.url) fail('Name a site: npm run fairness:audit -- --url https://play.example')
const site = values.url.replace(/\/$/, '')

await ready()
run('npx', ['tsc', '-b', 'shared']) || fail('The audit did not compile; see the errors above.')
const { auditSite, auditStateSchema } = await import('../shared/dist/record/index.js')

/** A site that is asked too often says when to come back. */
const get = async (path) => {
  for (;;) {
    const answer = await fetch(site + path).catch(() => fail(`${site} can't be reached.`))
    if (answer.status !== 429) return answer.text()
    await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}
const before =
  values.state && existsSync(values.state)
    ? auditStateSchema.parse(JSON.parse(readFileSync(values.state, 'utf8')))
    : undefined
const { findings, matches, locks, voided, state } = await auditSite({
  read: async (path) => JSON.parse(await get(path)),
  readRecord: (matchId) => get(`/api/game/match/${matchId}/record`),
  before,
  now: Date.now(),
  voidsMost: Number(values.voids) / 100,
})
if (values.state) writeFileSync(values.state, JSON.stringify(state))
for (const finding of findings) console.log(finding)
const sum = `${matches} matches checked, ${voided} of ${locks} that were locked were voided.`
console.log(findings.length === 0 ? `Nothing is wrong: ${sum}` : `Findings: ${findings.length}. ${sum}`)
process.exitCode = findings.length === 0 ? 0 : 1
