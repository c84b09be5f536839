// npm run verify -- <match id | link | file> [--url SITE]: checks the record of a match step by step; exit code 0 when all
// of it holds. An id is asked of SITE (default: http://localhost:8080); a file needs no network, and asks SITE only if
// one is named.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fail, ready, run } from './prepare.mjs'

/** What each step means, and its outcome, in the words of the page. */
const words = JSON.parse(
  readFileSync(new URL('../client/src/i18n/locales/en-US/verify.json', import.meta.url), 'utf8'),
)
const marks = { holds: '✓', fails: '✗', skipped: '–' }

const { values, positionals } = parseArgs({ allowPositionals: true, options: { url: { type: 'string' } } })
const [asked] = positionals
if (asked === undefined || positionals.length > 1)
  fail('Name one match: npm run verify -- <match id | link | file>')
const link = /^(https?:\/\/[^/]+)\/.*?([0-9a-f]{32})/.exec(asked)
const isFile = !link && existsSync(asked)
if (!link && !isFile && !/^[0-9a-f]{32}$/.test(asked))
  fail(`${asked} is no match id, no link to a match and no file.`)
const site = link?.[1] ?? values.url?.replace(/\/$/, '') ?? (isFile ? null : 'http://localhost:8080')

await ready()
run('npx', ['tsc', '-b', 'shared']) || fail('The check did not compile; see the errors above.')
const { failedStep, verifyRecord, verifyWithSite } = await import('../shared/dist/record/index.js')

const get = async (path) => {
  const answer = await fetch(site + path).catch(() => fail(`${site} can't be reached.`))
  return answer.text()
}
const text = isFile ? readFileSync(asked, 'utf8') : await get(`/api/game/match/${link?.[2] ?? asked}/record`)
const verdict = await (site === null
  ? verifyRecord(text)
  : verifyWithSite(text, async (path) => JSON.parse(await get(path))))
for (const { step, outcome, place } of verdict.results) {
  const where = place === null ? '' : ` (${Object.entries(place).flat().join(' ')})`
  const said = outcome === 'skipped' && step !== 'site' ? 'none' : outcome
  const { text: meaning } = words.steps[step]
  const about = {
    holds: `: ${meaning}`,
    fails: `. ${words.expected.replace('{{text}}', meaning)}`,
    skipped: '',
  }
  console.log(`${marks[outcome]} ${step.padEnd(11)} ${words.outcome[said]}${where}${about[outcome]}`)
}
const failed = failedStep(verdict)
console.log(failed ? `The check fails at the step ${failed.step}.` : `${words.holds.title}.`)
process.exitCode = failed ? 1 : 0
